import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileBlobStore } from '../../../src/domains/documents/blobs.ts'

let dataDir: string
let blobs: FileBlobStore

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'docgraph-blobs-'))
  blobs = new FileBlobStore({ dataDir })
  await blobs.prepare({ exclusive: true })
})

afterEach(() => rm(dataDir, { recursive: true }))

const stage = (content: string) => blobs.stage(Readable.from([Buffer.from(content)]), { maxBytes: 1_000 })
const stored = async () => {
  const hashes: string[] = []
  for await (const sha256 of blobs.list()) hashes.push(sha256)
  return hashes
}
const incoming = () => readdir(join(dataDir, 'blobs/incoming'))

describe('a blob', () => {
  it('is addressed by the hash of its content, and readable by nobody else', async () => {
    const staged = await stage('hello')
    await staged.keep()
    const sha256 = createHash('sha256').update('hello').digest('hex')
    expect(staged).toMatchObject({ sha256, bytes: 5, head: Buffer.from('hello') })
    const path = join(dataDir, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
    expect(blobs.pathOf(sha256)).toBe(path)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await buffer(await blobs.open(sha256))).toString()).toBe('hello')
  })

  it('is stored once, however often the same content is kept', async () => {
    const staged = await Promise.all([stage('same'), stage('same'), stage('same')])
    await Promise.all(staged.map((blob) => blob.keep()))
    expect(await stored()).toEqual([staged[0]?.sha256])
    expect(await incoming()).toEqual([])
  })

  it('is not part of the store until it is kept', async () => {
    const staged = await stage('hello')
    expect(await stored()).toEqual([])
    await staged.discard()
    expect(await incoming()).toEqual([])
  })

  it('is never held whole in memory', async () => {
    const piece = Buffer.alloc(1 << 20, 7)
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const pieces = (function* () {
      for (let i = 0; i < 200; i++) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before)
        yield Buffer.from(piece)
      }
    })()
    const staged = await blobs.stage(Readable.from(pieces), { maxBytes: 1e9 })
    expect(staged.bytes).toBe(200 << 20)
    expect(most).toBeLessThan(100 << 20)
    await staged.discard()
  })
})

it('takes a file of exactly the limit, and refuses one byte more', async () => {
  await expect(stage('x'.repeat(1_000))).resolves.toMatchObject({ bytes: 1_000 })
  await expect(stage('x'.repeat(1_001))).rejects.toMatchObject({ code: 'payload_too_large' })
  expect(await incoming()).toHaveLength(1)
})

it.each(['../../etc/passwd', 'abc', `${'a'.repeat(63)}/`, ''])('knows no path for %j', (name) => {
  expect(() => blobs.pathOf(name)).toThrow()
})

describe('at start, what interrupted uploads left', () => {
  const leave = async (name: string, minutesAgo: number) => {
    const path = join(dataDir, 'blobs/incoming', name)
    await writeFile(path, 'half')
    const then = new Date(Date.now() - minutesAgo * 60_000)
    await utimes(path, then, then)
  }

  it('is removed', async () => {
    await leave('fresh', 0)
    await blobs.prepare({ exclusive: true })
    expect(await incoming()).toEqual([])
  })

  it('is removed only once it is old where another process may still be writing', async () => {
    await leave('fresh', 1)
    await leave('stale', 11)
    await blobs.prepare({ exclusive: false })
    expect(await incoming()).toEqual(['fresh'])
  })
})
