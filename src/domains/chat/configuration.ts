import { found } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { viewerOf } from '../../graphql/context.ts'
import { Model, ModelProviderEnum, Tool } from './queries.ts'

const ConfigureModelInput = builder.inputType('ConfigureModelInput', {
  description: 'A model to add, or to change where the name is known; what is absent stays.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What callers name it by.' }),
    provider: t.field({ type: ModelProviderEnum, description: 'OPENAI_COMPATIBLE when absent.' }),
    baseUrl: t.string({ description: 'Where its server is, such as `http://localhost:11434/v1`.' }),
    model: t.string({ description: 'What its server calls it.' }),
    apiKey: t.string({
      description:
        'The key for its server; stored sealed, never shown. Null removes it, and so does another server in `baseUrl` when no key is given with it.',
    }),
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
    nullable: true,
    authScopes: { admin: true },
    description: 'Adds or changes a model.',
    args: { input: t.arg({ type: ConfigureModelInput, required: true, description: 'The model.' }) },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.models.configureModel(viewerOf(context), input),
    }),
  }),
  configureTool: t.field({
    type: ConfigureToolPayload,
    nullable: true,
    authScopes: { admin: true },
    description: 'Adds or changes a tool.',
    args: { input: t.arg({ type: ConfigureToolInput, required: true, description: 'The tool.' }) },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.models.configureTool(viewerOf(context), input),
    }),
  }),
}))
