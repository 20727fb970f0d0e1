import type { ModelConfig, PrismaClient } from '../../database/client/client.ts'
import type { ModelProvider } from '../../database/client/enums.ts'
import { invalid } from '../../errors.ts'
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

/** The name of the model that is there without being configured. */
export const builtInModel = 'extractive'

/** Adds the model of this name, or changes what the input names of it; gives its id. */
export async function saveModel(prisma: PrismaClient, secrets: SecretBox, input: ModelSettings): Promise<number> {
  const name = checkedName(input.name)
  return prisma.$transaction(async (tx) => {
    // One at a time: two that become the default at once would both stay it.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(${settingsLock})::text`
    const before = await tx.modelConfig.findUnique({ where: { name } })
    const server = checkedServer(name, input, before)
    const data = {
      ...server,
      contextTokens: checkedContext(input.contextTokens ?? before?.contextTokens ?? 8_000),
      sealedApiKey: sealedKey(secrets, input.apiKey, server.baseUrl, before),
      isActive: input.isActive ?? before?.isActive ?? true,
      isDefault: input.isDefault ?? before?.isDefault ?? false,
    }
    if (data.isDefault)
      await tx.modelConfig.updateMany({ where: { isDefault: true, name: { not: name } }, data: { isDefault: false } })
    const create = { ...data, name }
    return (await tx.modelConfig.upsert({ where: { name }, create, update: data, select: { id: true } })).id
  })
}

/** Guards the settings of models. */
const settingsLock = 8_203_116

/** The key as it is stored. One that was given for another server is not sent to this one: it has to be given again. */
function sealedKey(
  secrets: SecretBox,
  key: string | null | undefined,
  baseUrl: string | null,
  before: ModelConfig | null,
) {
  if (key !== undefined) return key && secrets.seal(key)
  const isSameServer = originOf(baseUrl) === originOf(before?.baseUrl ?? null)
  return isSameServer ? undefined : null
}

const originOf = (url: string | null): string | null => (url && URL.canParse(url) ? new URL(url).origin : null)

/** How the model is reached: as the input says, and otherwise as before. */
function checkedServer(name: string, input: ModelSettings, before: ModelConfig | null) {
  const provider = name === builtInModel ? 'EXTRACTIVE' : (input.provider ?? before?.provider ?? 'OPENAI_COMPATIBLE')
  const baseUrl = input.baseUrl ?? before?.baseUrl ?? null
  const model = input.model ?? before?.model ?? null
  if (provider === 'OPENAI_COMPATIBLE' && !isHttpUrl(baseUrl))
    throw invalid('baseUrl', 'must be an http or https address.')
  if (provider === 'OPENAI_COMPATIBLE' && !model)
    throw invalid('model', 'is required: what the server calls the model.')
  return { provider, baseUrl, model }
}

function checkedContext(tokens: number): number {
  if (tokens < 1_000 || tokens > 10_000_000) throw invalid('contextTokens', 'must lie between 1,000 and 10,000,000.')
  return tokens
}

/** Adds the tool of this name, or changes what the input names of it; gives its id. */
export async function saveTool(prisma: PrismaClient, input: ToolSettings): Promise<number> {
  const name = checkedName(input.name)
  if (input.maxExtracts != null && (input.maxExtracts < 1 || input.maxExtracts > 50))
    throw invalid('maxExtracts', 'must lie between 1 and 50.')
  if ((input.instructions?.length ?? 0) > 20_000) throw invalid('instructions', 'must have at most 20,000 characters.')
  const data = {
    description: input.description ?? undefined,
    instructions: input.instructions ?? undefined,
    maxExtracts: input.maxExtracts ?? undefined,
    isActive: input.isActive ?? undefined,
  }
  const tool = await prisma.tool.upsert({
    where: { name },
    create: { ...data, name },
    update: data,
    select: { id: true },
  })
  return tool.id
}

function checkedName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > 100) throw invalid('name', 'must have 1 to 100 characters.')
  return name
}

const isHttpUrl = (text: string | null): boolean =>
  text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
