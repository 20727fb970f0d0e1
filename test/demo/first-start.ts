import { bootstrap } from '../../src/bootstrap.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { demoCompanyName } from '../../src/demo/load.ts'
import { SecretBox } from '../../src/domains/chat/secrets.ts'
import { createServices, type Services } from '../../src/services.ts'
import { silent, type TestDatabase } from '../support/database.ts'

/** The settings of a service with the demo on. */
export const demoConfig = (database: TestDatabase): Config =>
  readConfig({ DATA_DIR: database.config.dataDir, DEMO: 'on' })

/** Every service on a test's database. */
export function servicesOn(database: TestDatabase, settings = demoConfig(database)): Services {
  return createServices({ config: settings, database, secrets: new SecretBox('of the test'), logger: silent })
}

/** Services on an empty database as the first start leaves it before the demo is loaded. */
export async function firstStart(database: TestDatabase): Promise<Services> {
  const services = servicesOn(database)
  await services.searchIndex.prepare()
  await services.blobs.prepare({ exclusive: true })
  await services.queue.start()
  await bootstrap(services, { companyName: demoCompanyName, chosenKey: undefined })
  return services
}
