import type { Logger } from 'pino'
import type { ModelConfig, PrismaClient, Tool } from '../../database/client/client.ts'
import type { ModelProvider } from '../../database/client/enums.ts'
import { invalid } from '../../errors.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { ExtractiveModel } from './models/extractive.ts'
import type { ChatModel } from './models/model.ts'
import { OpenAiCompatibleModel } from './models/openai-compatible.ts'
import type { SecretBox } from './secrets.ts'

export type ModelSettings = {
  name: string
  provider?: ModelProvider | null
  baseUrl?: string | null
  model?: string | null
  /** The key for the model's server; null removes it, absent keeps it. */
  apiKey?: string | null
  contextTokens?: number | null
  isActive?: boolean | null
  isDefault?: boolean | null
}

export type ToolSettings = {
  name: string
  description?: string | null
  instructions?: string | null
  maxExtracts?: number | null
  isActive?: boolean | null
}

const builtIn = 'extractive'

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
      where: { isActive: true, ...(name == null ? { isDefault: true } : { name }) },
    })
    if (config && config.provider === 'OPENAI_COMPATIBLE') return this.#remote(config)
    if (config || name == null || name === builtIn) return new ExtractiveModel()
    throw invalid('model', 'there is no model of this name.')
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

  /** Adds the model of this name, or changes what the input names of it; administrators only. */
  async configureModel(viewer: Viewer, input: ModelSettings): Promise<number> {
    requireAdmin(viewer)
    const name = checkedName(input.name)
    const before = await this.#prisma.modelConfig.findUnique({ where: { name } })
    const provider = name === builtIn ? 'EXTRACTIVE' : (input.provider ?? before?.provider ?? 'OPENAI_COMPATIBLE')
    const baseUrl = input.baseUrl ?? before?.baseUrl ?? null
    const model = input.model ?? before?.model ?? null
    if (provider === 'OPENAI_COMPATIBLE' && !isHttpUrl(baseUrl))
      throw invalid('baseUrl', 'must be an http or https address.')
    if (provider === 'OPENAI_COMPATIBLE' && !model)
      throw invalid('model', 'is required: what the server calls the model.')
    const contextTokens = input.contextTokens ?? before?.contextTokens ?? 8_000
    if (contextTokens < 1_000 || contextTokens > 10_000_000)
      throw invalid('contextTokens', 'must lie between 1,000 and 10,000,000.')
    const sealedApiKey = input.apiKey === undefined ? undefined : input.apiKey && this.#secrets.seal(input.apiKey)
    const data = {
      provider,
      baseUrl,
      model,
      contextTokens,
      sealedApiKey,
      isActive: input.isActive ?? before?.isActive ?? true,
      isDefault: input.isDefault ?? before?.isDefault ?? false,
    }
    return this.#prisma.$transaction(async (tx) => {
      if (data.isDefault)
        await tx.modelConfig.updateMany({ where: { isDefault: true, name: { not: name } }, data: { isDefault: false } })
      const row = await tx.modelConfig.upsert({
        where: { name },
        create: { ...data, name },
        update: data,
        select: { id: true },
      })
      return row.id
    })
  }

  /** Adds the tool of this name, or changes what the input names of it; administrators only. */
  async configureTool(viewer: Viewer, input: ToolSettings): Promise<number> {
    requireAdmin(viewer)
    const name = checkedName(input.name)
    if (input.maxExtracts != null && (input.maxExtracts < 1 || input.maxExtracts > 50))
      throw invalid('maxExtracts', 'must lie between 1 and 50.')
    if ((input.instructions?.length ?? 0) > 20_000)
      throw invalid('instructions', 'must have at most 20,000 characters.')
    const data = {
      description: input.description ?? undefined,
      instructions: input.instructions ?? undefined,
      maxExtracts: input.maxExtracts ?? undefined,
      isActive: input.isActive ?? undefined,
    }
    const tool = await this.#prisma.tool.upsert({
      where: { name },
      create: { ...data, name },
      update: data,
      select: { id: true },
    })
    return tool.id
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

function checkedName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > 100) throw invalid('name', 'must have 1 to 100 characters.')
  return name
}

const isHttpUrl = (text: string | null): boolean =>
  text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
