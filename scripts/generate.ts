import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const schema = join(root, 'prisma/schema.prisma')
const stamp = join(root, 'src/database/client/.fingerprint')
const outputs = [join(root, 'src/database/client/client.ts'), join(root, 'src/graphql/generated/pothos-types.ts')]

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(schema))
  for (const name of ['prisma', '@prisma/client', '@pothos/plugin-prisma']) {
    hash.update(readFileSync(join(root, 'node_modules', name, 'package.json')))
  }
  return hash.digest('hex')
}

/**
 * Generates the Prisma client and the Pothos types from prisma/schema.prisma, unless they are up to date.
 * Needs no network: the schema engine, which `prisma generate` asks for and does not use, is pointed at any executable.
 */
export function generate(): void {
  const current = fingerprint()
  const isFresh =
    outputs.every((path) => existsSync(path)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current
  if (isFresh) return
  const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  })
  if (status !== 0) throw new Error(`prisma generate failed\n${stdout}${stderr}`)
  writeFileSync(stamp, current)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) generate()
