import { bootstrap } from '../../src/bootstrap.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/database/database.ts'
import { SecretBox } from '../../src/domains/chat/secrets.ts'
import { createServices, type Services } from '../../src/services.ts'
import { removeDataDir, silent, temporaryDataDir, testDatabase } from '../support/database.ts'

/** A migrated database that nobody has open, as the environment of a service or of the command line. */
export type Place = { env: Record<string, string>; remove(): Promise<void> }

export const isEmbedded = process.env.TEST_DATABASE_URL === undefined

export async function makePlace(): Promise<Place> {
  if (isEmbedded) {
    const dataDir = await temporaryDataDir()
    return { env: { DATA_DIR: dataDir }, remove: () => removeDataDir(dataDir) }
  }
  const { config, close } = await testDatabase()
  return { env: { DATA_DIR: config.dataDir, DATABASE_URL: config.url ?? '' }, remove: close }
}

/** Opens the place's database for the time of `work`. */
export async function within<Result>(place: Place, work: (services: Services) => Promise<Result>): Promise<Result> {
  const config = readConfig(place.env)
  const database = await openDatabase(config.database, silent)
  const services = createServices({ config, database, secrets: new SecretBox('of the test'), logger: silent })
  return work(services).finally(() => database.close())
}

/** What the first start leaves: a company and its administrator, whose key is given. */
export async function firstStart(place: Place): Promise<string> {
  const options = { companyName: 'First company', chosenKey: undefined }
  const { generatedKey } = await within(place, (services) => bootstrap(services, options))
  return generatedKey ?? ''
}
