import type { Logger } from 'pino'
import type { ModelConfig, PrismaClient, Tool } from '../../database/client/client.ts'
import { invalid } from '../../errors.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { ExtractiveModel } from './models/extractive.ts'
import type { ChatModel } from './models/model.ts'
import { OpenAiCompatibleModel } from './models/openai-compatible.ts'
import { nameable } from './policy.ts'
import type { SecretBox } from './secrets.ts'
import { builtInModel, type ModelSettings, saveModel, saveTool, type ToolSettings } from './settings.ts'

/** The models and tools that administrators configured, and the built-in model beside them. */
export class ModelsService {
  readonly #prisma: PrismaClient
  readonly #secrets: SecretBox
  readonly #logger: Logger
  readonly #timeoutMs: number

  /** `timeoutMs` is the time for one answer, all tries included. */
  constructor(deps: { prisma: PrismaClient; secrets: SecretBox; logger: Logger; timeoutMs: number }) {
    this.#prisma = deps.prisma
    this.#secrets = deps.secrets
    this.#logger = deps.logger
    this.#timeoutMs = deps.timeoutMs
  }

  /** The model of this name, or the instance default without one. An unknown or inactive name is `bad_request`. */
  async pick(name: string | null | undefined): Promise<ChatModel> {
    const config = await this.#prisma.modelConfig.findFirst({
      where: name == null ? { isActive: true, isDefault: true } : { name },
    })
    const isBuiltIn = config ? config.provider === 'EXTRACTIVE' : name == null || name === builtInModel
    if (config?.isActive === false || (!config && !isBuiltIn)) throw invalid('model', 'there is no model of this name.')
    return isBuiltIn || !config ? new ExtractiveModel() : this.#remote(config)
  }

  /** The tool of this name; null without a name. An unknown or inactive name is `bad_request`. */
  async pickTool(name: string | null | undefined): Promise<Tool | null> {
    if (name == null) return null
    const tool = await this.#prisma.tool.findFirst({ where: { name, isActive: true } })
    if (!tool) throw invalid('tool', 'there is no tool of this name.')
    return tool
  }

  findModel(viewer: Viewer, id: number, query: object): Promise<ModelConfig | null> {
    requireAdmin(viewer)
    return this.#prisma.modelConfig.findUnique({ ...query, where: { id } })
  }

  findTool(viewer: Viewer, id: number, query: object): Promise<Tool | null> {
    requireAdmin(viewer)
    return this.#prisma.tool.findUnique({ ...query, where: { id } })
  }

  /** The models that the viewer may see, in the order they were added. */
  listModels(viewer: Viewer, query: object): Promise<ModelConfig[]> {
    return this.#prisma.modelConfig.findMany({ orderBy: { id: 'asc' }, ...query, where: nameable(viewer) })
  }

  /** How many `listModels` has in all. */
  countModels(viewer: Viewer): Promise<number> {
    return this.#prisma.modelConfig.count({ where: nameable(viewer) })
  }

  /** The tools that the viewer may see, in the order they were added. */
  listTools(viewer: Viewer, query: object): Promise<Tool[]> {
    return this.#prisma.tool.findMany({ orderBy: { id: 'asc' }, ...query, where: nameable(viewer) })
  }

  /** How many `listTools` has in all. */
  countTools(viewer: Viewer): Promise<number> {
    return this.#prisma.tool.count({ where: nameable(viewer) })
  }

  /** Adds the model of this name, or changes what the input names of it; administrators only. */
  configureModel(viewer: Viewer, input: ModelSettings): Promise<number> {
    requireAdmin(viewer)
    return saveModel(this.#prisma, this.#secrets, input)
  }

  /** Adds the tool of this name, or changes what the input names of it; administrators only. */
  configureTool(viewer: Viewer, input: ToolSettings): Promise<number> {
    requireAdmin(viewer)
    return saveTool(this.#prisma, input)
  }

  #remote(config: ModelConfig): ChatModel {
    const apiKey = config.sealedApiKey && this.#secrets.unseal(config.sealedApiKey)
    if (config.sealedApiKey && !apiKey)
      this.#logger.warn({ model: config.name }, 'the key of a model was sealed with another SECRET_KEY')
    return new OpenAiCompatibleModel({
      name: config.name,
      baseUrl: config.baseUrl ?? '',
      model: config.model ?? '',
      apiKey: apiKey ?? null,
      contextTokens: config.contextTokens,
      timeoutMs: this.#timeoutMs,
      retries: 2,
      logger: this.#logger,
    })
  }
}
