import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// What concerns the embedded database alone is not tested again beside a server.
const embeddedOnly = process.env.TEST_DATABASE_URL ? ['test/database/embedded/**'] : []

// Files that mostly wait, for processes that start and are killed: begun first, they fill what the others leave idle.
const patient = [
  'test/cli/',
  'test/start',
  'embedded/kill',
  'killed-worker',
  'ingestion/worker.',
  'folder-lock',
  'watchdog',
]

class PatientFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification) => patient.some((name) => moduleId.includes(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))]
  }
}

export default defineConfig({
  // The file that Node itself picks: two copies of graphql do not know each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...embeddedOnly],
    globalSetup: ['test/support/database-template.ts'],
    // An embedded database takes 100 to 200 MB. Three at a time keep two cores busy, as much of a test is waiting.
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: PatientFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
