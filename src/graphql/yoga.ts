import type { IncomingMessage, ServerResponse } from 'node:http'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { GraphQLError, type GraphQLSchema, parse, type Source } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Logger } from 'pino'
import type { Services } from '../services.ts'
import type { Viewer } from '../viewer.ts'
import type { Context } from './context.ts'
import { toAppError, toGraphQLError } from './errors.ts'
import { anonymousLimits, checkLimits, defaultLimits, maxDocumentLength, maxTokens } from './limits.ts'
import { multipartParams, withUploads } from './multipart.ts'
import type { MultipartLimits } from './uploads.ts'
import { welcomeHeaders, welcomeQuery } from './welcome.ts'

export type RequestLocals = { viewer: Viewer | null; requestId: string }
type ServerContext = { req: IncomingMessage; res: ServerResponse & { locals: RequestLocals } }

export type EndpointOptions = {
  schema: GraphQLSchema
  services: Services
  logger: Logger
  graphiql: boolean
  uploads: MultipartLimits
}

/** The public endpoint `/graphql`: GraphiQL for browsers, queries and mutations as JSON, subscriptions as server-sent events. */
export function createEndpoint({ schema, services, logger, graphiql, uploads }: EndpointOptions) {
  const yoga = createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    context: ({ res }) => ({ viewer: res.locals.viewer, requestId: res.locals.requestId, services }),
    plugins: [limitedParsing(schema), codedValidation, multipartParams as Plugin],
    maskedErrors: { maskError: (error) => maskError(error, logger) },
    graphiql: graphiql && {
      title: 'docgraph',
      defaultQuery: welcomeQuery,
      headers: welcomeHeaders,
    },
    renderGraphiQL,
    landingPage: false,
    batching: false,
    // Its keys are whole documents, without a bound in bytes, and it would keep a refusal that was due to variables.
    parserAndValidationCache: false,
    cors: false,
    multipart: false,
    logging: false,
  })
  return (request: IncomingMessage, response: ServerContext['res']): Promise<void> =>
    withUploads(request, uploads, () => yoga(request, response))
}

type ParsingContext = ServerContext & { params?: { variables?: Record<string, unknown> | null } }

/** Tokens are counted while parsing; everything else is measured before validation. */
const limitedParsing = (schema: GraphQLSchema): Plugin => ({
  onParse({ setParseFn, context }) {
    setParseFn((source, options) => parse(shortEnough(source), { ...options, maxTokens }))
    const { params, res } = context as unknown as ParsingContext
    const variables = params?.variables ?? {}
    const { viewer } = res.locals
    return ({ result, replaceParseResult }) => {
      if (!result || result instanceof Error) return
      try {
        checkLimits(schema, result, variables, viewer ? defaultLimits : anonymousLimits)
      } catch (error) {
        replaceParseResult(
          error instanceof GraphQLError ? error : new GraphQLError('The document can not be measured.'),
        )
      }
    }
  },
})

function shortEnough(source: string | Source): string | Source {
  const { length } = typeof source === 'string' ? source : source.body
  if (length <= maxDocumentLength) return source
  throw new GraphQLError(`A document may have at most ${maxDocumentLength} characters; texts belong into variables.`)
}

/** Faults that validation finds are told by the same code as all others of a request. */
const codedValidation: Plugin = {
  onValidate() {
    return ({ valid, result, setResult }) => {
      if (!valid) setResult(result.map(toGraphQLError))
    }
  },
}

function maskError(error: unknown, logger: Logger): Error {
  if (toAppError(error).code === 'internal_error') {
    logger.error({ err: error instanceof GraphQLError ? (error.originalError ?? error) : error }, 'a resolver failed')
  }
  return toGraphQLError(error)
}
