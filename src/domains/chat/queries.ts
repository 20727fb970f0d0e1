import { ModelProvider } from '../../database/client/enums.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionOf, offsetArgs, offsetQuery } from '../../graphql/connections.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { nodeId } from '../../graphql/node-id.ts'
import { isAdmin } from '../../viewer.ts'
import { nameable } from './policy.ts'

/** A setting, for administrators; null for everybody else, who may name what is configured and no more. */
const forAdmins = <Setting>(context: Context, setting: Setting): Setting | null =>
  isAdmin(viewerOf(context)) ? setting : null

export const ModelProviderEnum = builder.enumType('ModelProvider', {
  description: 'How a model is reached.',
  values: {
    [ModelProvider.EXTRACTIVE]: { description: 'Built in: quotes the sentences that answer best; needs no network.' },
    [ModelProvider.OPENAI_COMPATIBLE]: { description: 'A server that speaks the chat-completions protocol of OpenAI.' },
  } as const,
})

export const Model = builder.prismaNode('ModelConfig', {
  variant: 'Model',
  description: 'A model that questions can be answered by. Its settings are shown to administrators only.',
  id: { field: 'id', description: 'Opaque id, for `node`.' },
  select: { id: true },
  nullable: true,
  findUnique: (id, context) => ({ id: nodeId(id), AND: nameable(viewerOf(context)) }),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id of the record.' }),
    name: t.exposeString('name', { description: 'What callers name it by.' }),
    isActive: t.exposeBoolean('isActive', { description: 'False for a model that nobody may name.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'True for the model of questions that name none.' }),
    provider: t.field({
      type: ModelProviderEnum,
      nullable: true,
      description: 'How it is reached; null for whoever is no administrator.',
      select: { provider: true },
      resolve: ({ provider }, _args, context) => forAdmins(context, provider),
    }),
    baseUrl: t.string({
      nullable: true,
      description: 'Where its server is; null for the built-in model, and for whoever is no administrator.',
      select: { baseUrl: true },
      resolve: ({ baseUrl }, _args, context) => forAdmins(context, baseUrl),
    }),
    model: t.string({
      nullable: true,
      description: 'What its server calls it; null for the built-in model, and for whoever is no administrator.',
      select: { model: true },
      resolve: ({ model }, _args, context) => forAdmins(context, model),
    }),
    hasApiKey: t.boolean({
      nullable: true,
      description:
        'Whether a key for its server is stored; null for whoever is no administrator. The key itself is never shown.',
      select: { sealedApiKey: true },
      resolve: ({ sealedApiKey }, _args, context) => forAdmins(context, sealedApiKey !== null),
    }),
    contextTokens: t.int({
      nullable: true,
      description: 'How many tokens its prompt and its answer may have together; null for whoever is no administrator.',
      select: { contextTokens: true },
      resolve: ({ contextTokens }, _args, context) => forAdmins(context, contextTokens),
    }),
  }),
})

export const Tool = builder.prismaNode('Tool', {
  description:
    'A way of answering: instructions for the model, and how much it is given. Its settings are shown to administrators only.',
  id: { field: 'id', description: 'Opaque id, for `node`.' },
  select: { id: true },
  nullable: true,
  findUnique: (id, context) => ({ id: nodeId(id), AND: nameable(viewerOf(context)) }),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id of the record.' }),
    name: t.exposeString('name', { description: 'What callers name it by.' }),
    description: t.exposeString('description', { description: 'What it is for.' }),
    isActive: t.exposeBoolean('isActive', { description: 'False for a tool that nobody may name.' }),
    instructions: t.string({
      nullable: true,
      description: 'What the model is told before the conversation; null for whoever is no administrator.',
      select: { instructions: true },
      resolve: ({ instructions }, _args, context) => forAdmins(context, instructions),
    }),
    maxExtracts: t.int({
      nullable: true,
      description: 'How many passages the model is given at most; null for whoever is no administrator.',
      select: { maxExtracts: true },
      resolve: ({ maxExtracts }, _args, context) => forAdmins(context, maxExtracts),
    }),
  }),
})

builder.queryFields((t) => ({
  models: t.prismaConnection(
    {
      type: Model,
      cursor: 'id',
      authScopes: { authenticated: true },
      description:
        'The models that an administrator has configured: all for administrators, those that may be named for everybody ' +
        'else. `extractive`, which is built in, can be named whether it is listed or not.',
      args: { ...offsetArgs },
      totalCount: (_root, _args, context) => context.services.models.countModels(viewerOf(context)),
      resolve: (query, _root, args, context) =>
        context.services.models.listModels(viewerOf(context), { ...query, ...offsetQuery(args) }),
    },
    connectionOf(Model, 'Model', 'models'),
  ),
  tools: t.prismaConnection(
    {
      type: Tool,
      cursor: 'id',
      authScopes: { authenticated: true },
      description: 'The tools: all for administrators, those that may be named for everybody else.',
      args: { ...offsetArgs },
      totalCount: (_root, _args, context) => context.services.models.countTools(viewerOf(context)),
      resolve: (query, _root, args, context) =>
        context.services.models.listTools(viewerOf(context), { ...query, ...offsetQuery(args) }),
    },
    connectionOf(Tool, 'Tool', 'tools'),
  ),
}))
