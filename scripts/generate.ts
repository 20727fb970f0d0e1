import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Something that is generated: from which files, by which packages, to which files. */
type Step = { name: string; inputs: string[]; packages: string[]; outputs: string[]; command: string[] }

const steps: Step[] = [
  {
    name: 'prisma generate',
    inputs: ['prisma/schema.prisma'],
    packages: ['prisma', '@prisma/client', '@pothos/plugin-prisma'],
    outputs: ['src/database/client/client.ts', 'src/graphql/generated/pothos-types.ts'],
    command: ['node_modules/prisma/build/index.js', 'generate'],
  },
  {
    name: 'graphql-codegen',
    inputs: ['codegen.ts', 'schema.graphql', ...globSync('src/rest/**/*.graphql', { cwd: root }).sort()],
    packages: [
      '@graphql-codegen/cli',
      '@graphql-codegen/typescript-operations',
      '@graphql-codegen/typed-document-node',
    ],
    outputs: ['src/rest/generated/documents.ts'],
    command: ['node_modules/@graphql-codegen/cli/esm/bin.js', '--config', 'codegen.ts', '--silent'],
  },
]

const stampOf = (step: Step): string => join(root, dirname(step.outputs[0] ?? ''), '.fingerprint')

function fingerprint(step: Step): string {
  const hash = createHash('sha256')
  for (const path of step.inputs) hash.update(path).update(readFileSync(join(root, path)))
  for (const name of step.packages) hash.update(readFileSync(join(root, 'node_modules', name, 'package.json')))
  return hash.digest('hex')
}

const isFresh = (step: Step, current: string): boolean =>
  step.outputs.every((path) => existsSync(join(root, path))) &&
  existsSync(stampOf(step)) &&
  readFileSync(stampOf(step), 'utf8') === current

// The schema engine, which `prisma generate` asks for and does not use, is pointed at any executable.
const environment = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
}

/**
 * Generates the Prisma client, the Pothos types and the typed documents of the REST layer, unless they are up to date.
 * Needs no network.
 */
export function generate(): void {
  for (const step of steps) {
    const current = fingerprint(step)
    if (isFresh(step, current)) continue
    const env = { ...process.env, ...environment }
    const { status, stdout, stderr } = spawnSync(process.execPath, step.command, { cwd: root, encoding: 'utf8', env })
    if (status !== 0) throw new Error(`${step.name} failed\n${stdout}${stderr}`)
    writeFileSync(stampOf(step), current)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) generate()
