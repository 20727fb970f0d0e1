import { ModelProvider } from '../../database/client/enums.ts'
import { found } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { viewerOf } from '../../graphql/context.ts'
import { nodeId } from '../../graphql/node-id.ts'
import { configurable } from './policy.ts'

const ModelProviderEnum = builder.enumType('ModelProvider', {
  description: 'How a model is reached.',
  values: {
    [ModelProvider.EXTRACTIVE]: { description: 'Built in: quotes the sentences that answer best; needs no network.' },
    [ModelProvider.OPENAI_COMPATIBLE]: { description: 'A server that speaks the chat-completions protocol of OpenAI.' },
  } as const,
})

const Model = builder.prismaNode('ModelConfig', {
  variant: 'Model',
  description: 'A model that questions can be answered by.',
  id: { field: 'id', description: 'Opaque id, for `node`.' },
  select: { id: true },
  nullable: true,
  findUnique: (id, context) => ({ id: nodeId(id), AND: configurable(viewerOf(context)) }),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id of the record.' }),
    name: t.exposeString('name', { description: 'What callers name it by.' }),
    provider: t.expose('provider', { type: ModelProviderEnum, description: 'How it is reached.' }),
    baseUrl: t.exposeString('baseUrl', {
      nullable: true,
      description: 'Where its server is; null for the built-in model.',
    }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'What its server calls it; null for the built-in model.',
    }),
    hasApiKey: t.boolean({
      description: 'Whether a key for its server is stored. The key itself is never shown.',
      select: { sealedApiKey: true },
      resolve: (model) => model.sealedApiKey !== null,
    }),
    contextTokens: t.exposeInt('contextTokens', {
      description: 'How many tokens its prompt and its answer may have together.',
    }),
    isActive: t.exposeBoolean('isActive', { description: 'False for a model that nobody may name.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'True for the model of questions that name none.' }),
  }),
})

const Tool = builder.prismaNode('Tool', {
  description: 'A way of answering: instructions for the model, and how much it is given.',
  id: { field: 'id', description: 'Opaque id, for `node`.' },
  select: { id: true },
  nullable: true,
  findUnique: (id, context) => ({ id: nodeId(id), AND: configurable(viewerOf(context)) }),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id of the record.' }),
    name: t.exposeString('name', { description: 'What callers name it by.' }),
    description: t.exposeString('description', { description: 'What it is for.' }),
    instructions: t.exposeString('instructions', { description: 'What the model is told before the conversation.' }),
    maxExtracts: t.exposeInt('maxExtracts', { description: 'How many passages the model is given at most.' }),
    isActive: t.exposeBoolean('isActive', { description: 'False for a tool that nobody may name.' }),
  }),
})

const ConfigureModelInput = builder.inputType('ConfigureModelInput', {
  description: 'A model to add, or to change where the name is known; what is absent stays.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What callers name it by.' }),
    provider: t.field({ type: ModelProviderEnum, description: 'OPENAI_COMPATIBLE when absent.' }),
    baseUrl: t.string({ description: 'Where its server is, such as `http://localhost:11434/v1`.' }),
    model: t.string({ description: 'What its server calls it.' }),
    apiKey: t.string({ description: 'The key for its server; stored sealed, never shown. Null removes it.' }),
    contextTokens: t.int({
      description: 'How many tokens its prompt and its answer may have together; 8000 when absent.',
    }),
    isActive: t.boolean({ description: 'Whether it may be named.' }),
    isDefault: t.boolean({
      description: 'Whether it answers questions that name no model; takes this from the one before.',
    }),
  }),
})

const ConfigureToolInput = builder.inputType('ConfigureToolInput', {
  description: 'A tool to add, or to change where the name is known; what is absent stays.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What callers name it by.' }),
    description: t.string({ description: 'What it is for.' }),
    instructions: t.string({ description: 'What the model is told before the conversation.' }),
    maxExtracts: t.int({ description: 'How many passages the model is given at most, 1 to 50; 10 when absent.' }),
    isActive: t.boolean({ description: 'Whether it may be named.' }),
  }),
})

const ConfigureModelPayload = builder.objectRef<{ id: number }>('ConfigureModelPayload').implement({
  description: 'The model that was added or changed.',
  fields: (t) => ({
    model: t.prismaField({
      type: Model,
      description: 'The model as it is now.',
      resolve: async (query, { id }, _args, context) =>
        found(await context.services.models.findModel(viewerOf(context), id, query), 'model'),
    }),
  }),
})

const ConfigureToolPayload = builder.objectRef<{ id: number }>('ConfigureToolPayload').implement({
  description: 'The tool that was added or changed.',
  fields: (t) => ({
    tool: t.prismaField({
      type: Tool,
      description: 'The tool as it is now.',
      resolve: async (query, { id }, _args, context) =>
        found(await context.services.models.findTool(viewerOf(context), id, query), 'tool'),
    }),
  }),
})

builder.mutationFields((t) => ({
  configureModel: t.field({
    type: ConfigureModelPayload,
    authScopes: { admin: true },
    description: 'Adds or changes a model.',
    args: { input: t.arg({ type: ConfigureModelInput, required: true, description: 'The model.' }) },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.models.configureModel(viewerOf(context), input),
    }),
  }),
  configureTool: t.field({
    type: ConfigureToolPayload,
    authScopes: { admin: true },
    description: 'Adds or changes a tool.',
    args: { input: t.arg({ type: ConfigureToolInput, required: true, description: 'The tool.' }) },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.models.configureTool(viewerOf(context), input),
    }),
  }),
}))
