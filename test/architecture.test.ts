import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'

/** One import: who, of whom (a path below src, or a package), and whether only its types are taken. */
type Import = { from: string; of: string; typeOnly: boolean }

const root = new URL('../', import.meta.url).pathname
const generated = /^src\/(database\/client|graphql\/generated|rest\/generated)\//
const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !generated.test(file))
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

const statement = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\s+from\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm
const imports: Import[] = [...sources].flatMap(([from, source]) =>
  [...source.matchAll(statement)].map(([, type, named, dynamic]) => {
    const target = named ?? dynamic ?? ''
    return { from, of: target.startsWith('.') ? join(dirname(from), target) : target, typeOnly: type !== undefined }
  }),
)

/** The room that a file is in, most particular first. */
const rooms: [string, RegExp][] = [
  ['rest', /^src\/rest\//],
  ['graphql', /^src\/graphql\//],
  ['database', /^src\/database\//],
  ['domain graph', /^src\/domains\/[^/]+\/(graph|enums|queries|mutations|subscriptions|ask|configuration)\.ts$/],
  ['domain policy', /^src\/domains\/[^/]+\/policy\.ts$/],
  ['domain', /^src\/domains\//],
  ['foundation', /^src\/(viewer|errors|config|logger)\.ts$/],
  ['composition', /^src\/([^/]+\.ts|cli\/|demo\/)/],
]
const roomOf = (file: string): string => rooms.find(([, pattern]) => pattern.test(file))?.[0] ?? 'package'

/** What each room may import, beside itself and packages: “What may know what” of the architecture. */
const allowed: Record<string, string[]> = {
  rest: ['foundation', 'graphql'],
  graphql: ['foundation'],
  database: [],
  'domain graph': ['foundation', 'graphql', 'domain policy', 'domain'],
  'domain policy': ['foundation', 'database'],
  domain: ['foundation', 'database', 'domain policy'],
  foundation: [],
  composition: ['foundation', 'graphql', 'database', 'domain', 'domain policy', 'rest'],
}

/** Exceptions that were agreed upon: who, of what, types only or not. */
const exceptions: { from: RegExp; of: RegExp; typeOnly?: boolean; because: string }[] = [
  { from: /^src\/graphql\/schema\.ts$/, of: /^src\/domains\//, because: 'the schema is the list of the domains' },
  {
    from: /^src\/graphql\//,
    of: /^src\/services\.ts$/,
    typeOnly: true,
    because: 'the context names what resolvers call',
  },
  {
    from: /^src\/domains\/[^/]+\/(graph|enums|queries|mutations|configuration)\.ts$/,
    of: /^src\/database\/client\/enums\.ts$/,
    because: 'enums are generated once',
  },
  { from: /^src\/viewer\.ts$/, of: /^src\/database\/client\/enums\.ts$/, typeOnly: true, because: 'roles are stored' },
]

const isAgreed = ({ from, of, typeOnly }: Import): boolean =>
  exceptions.some((rule) => rule.from.test(from) && rule.of.test(of) && (typeOnly || !rule.typeOnly))

const told = ({ from, of }: Import): string => `${from} imports ${of}`
const within = imports.filter(({ of }) => of.startsWith('src/'))
const domainOf = (file: string): string | undefined => /^src\/domains\/([^/]+)\//.exec(file)?.[1]

test('the sources are read', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(within.length).toBeGreaterThan(300)
})

test('every room imports what it may, and nothing above it', () => {
  const wrong = within.filter((link) => {
    const [from, of] = [roomOf(link.from), roomOf(link.of)]
    return from !== of && !allowed[from]?.includes(of) && !isAgreed(link)
  })
  expect(wrong.map(told)).toEqual([])
})

test.each(exceptions)('the exception is needed: $because', (rule) => {
  expect(within.some(({ from, of }) => rule.from.test(from) && rule.of.test(of))).toBe(true)
})

test('the REST layer knows of the graph its execution, its typed documents and its uploads', () => {
  const known = /^src\/graphql\/(execute|uploads)\.ts$/
  const wrong = within.filter(({ from, of }) => roomOf(from) === 'rest' && roomOf(of) === 'graphql' && !known.test(of))
  expect(wrong.map(told)).toEqual([])
})

test('the declaration of a graph calls services through the context, and imports no other domain’s', () => {
  const wrong = within.filter(({ from, of, typeOnly }) => {
    if (roomOf(from) !== 'domain graph' || roomOf(of) !== 'domain') return false
    return !typeOnly && domainOf(from) !== domainOf(of)
  })
  expect(wrong.map(told)).toEqual([])
})

test('the declaration of a graph knows no database client', () => {
  const wrong = within.filter(({ from, of }) => {
    return roomOf(from) === 'domain graph' && roomOf(of) === 'database' && !of.endsWith('/client/enums.ts')
  })
  expect(wrong.map(told)).toEqual([])
})

test('packages stay in the rooms that they are for', () => {
  const home: [RegExp, RegExp][] = [
    [/^express$/, /^src\/(app|downloads|error-page|health|maintenance)\.ts$|^src\/rest\/|^src\/graphql\/body\.ts$/],
    [/^@pothos\//, /^src\/graphql\//],
    [/^graphql(-yoga|-scalars)?$|^@graphql/, /^src\/(graphql|rest)\/|^src\/app\.ts$/],
    [/^@prisma\/|^@electric-sql\//, /^src\/database\//],
  ]
  const wrong = imports.filter(({ from, of }) => home.some(([name, place]) => name.test(of) && !place.test(from)))
  expect(wrong.map(told)).toEqual([])
})

test('only the entry points hand the environment to its one reader', () => {
  const entries = ['src/main.ts', 'src/cli/main.ts']
  const readers = [...sources].filter(([file, source]) => /process\.env/.test(source) && !entries.includes(file))
  expect(readers.map(([file]) => file)).toEqual([])
  for (const entry of entries) expect(sources.get(entry), entry).toMatch(/readConfig\([^)]*process\.env/)
})

test('there are no drawers for odds and ends, and no files that only pass on others', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared)(\.|\/)/.test(file))).toEqual([])
  const passesOn = /^export\s+(type\s+)?(\*|\{[^}]*\})\s+from\s/m
  const declares = /^(export\s+)?(async\s+)?(const|function|class|type|interface|abstract)\s/m
  const barrels = [...sources].filter(([, source]) => passesOn.test(source) && !declares.test(source))
  expect(barrels.map(([file]) => file)).toEqual([])
})

test('files are short enough to be read at once', () => {
  const longer: Record<string, number> = { 'src/database/embedded/engine.ts': 180 }
  const lengths = [...sources].map(([file, source]) => ({ file, lines: source.split('\n').length }))
  const long = lengths.filter(({ file, lines }) => lines > (longer[file] ?? 160))
  expect(long.map(({ file, lines }) => `${file}: ${lines} lines`)).toEqual([])
})
