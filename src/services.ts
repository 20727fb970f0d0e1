import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { ModelsService } from './domains/chat/models-service.ts'
import type { SecretBox } from './domains/chat/secrets.ts'
import { ChatService } from './domains/chat/service.ts'
import { CompaniesService } from './domains/companies/service.ts'
import { FileBlobStore } from './domains/documents/blobs.ts'
import { DocumentsService } from './domains/documents/service.ts'
import { GroupsService } from './domains/groups/service.ts'
import { ParserPool } from './domains/ingestion/parsing/parser-pool.ts'
import { IngestionQueue } from './domains/ingestion/queue.ts'
import { IngestionWorker } from './domains/ingestion/worker.ts'
import { Authenticator } from './domains/keys/authenticate.ts'
import { KeysService } from './domains/keys/service.ts'
import { InvitationMail } from './domains/members/invitation-mail.ts'
import { InvitationsService } from './domains/members/invitations.ts'
import { MembersService } from './domains/members/service.ts'
import { OpenAiEmbedder } from './domains/retrieval/embeddings/openai-embedder.ts'
import { SearchIndex } from './domains/retrieval/search-index.ts'
import { RetrievalService } from './domains/retrieval/service.ts'
import { WorkspacesService } from './domains/workspaces/service.ts'

export type ServiceDeps = { config: Config; database: Database; secrets: SecretBox; logger: Logger }

/** Every service, built once; what a resolver may call. */
export type Services = ReturnType<typeof createServices>

/** Builds every service from what it stands on; starts nothing. */
export function createServices({ config, database, secrets, logger }: ServiceDeps) {
  const { prisma, pool, capabilities, kind } = database
  const { embeddings, limits, parser } = config
  const embedder =
    embeddings &&
    new OpenAiEmbedder({ baseUrl: embeddings.url, model: embeddings.model, apiKey: embeddings.apiKey ?? null, logger })
  const keys = new KeysService({ prisma })
  const invitations = new InvitationsService({ prisma, keys })
  const mail = config.mail && new InvitationMail({ prisma, settings: config.mail, logger })
  const searchIndex = new SearchIndex({ pool, capabilities, embedder, logger })
  const retrieval = new RetrievalService({ prisma, index: searchIndex })
  const models = new ModelsService({ prisma, secrets, logger, timeoutMs: config.modelTimeoutMs })
  const blobs = new FileBlobStore({ dataDir: config.dataDir })
  const queue = new IngestionQueue({ pool, kind, logger })
  const parsers = new ParserPool({
    size: parser.size,
    limits: { memoryMb: parser.memoryMb, deadlineMs: parser.deadlineMs, maxFileBytes: limits.fileBytes },
    logger,
  })
  const worker = new IngestionWorker({
    prisma,
    blobs,
    parser: parsers,
    search: searchIndex,
    queue,
    logger,
    size: parser.size,
    alone: kind === 'embedded',
    embeds: embedder !== undefined,
  })
  return {
    prisma,
    keys,
    invitations,
    searchIndex,
    retrieval,
    models,
    blobs,
    queue,
    parsers,
    worker,
    authenticator: new Authenticator({ prisma, logger }),
    chat: new ChatService({ prisma, retrieval, models, logger }),
    companies: new CompaniesService({ prisma }),
    documents: new DocumentsService({ prisma, blobs, queue, limits }),
    groups: new GroupsService({ prisma }),
    members: new MembersService({ prisma, invitations, mail, defaultMaxUsers: limits.maxUsers }),
    workspaces: new WorkspacesService({ prisma }),
  }
}
