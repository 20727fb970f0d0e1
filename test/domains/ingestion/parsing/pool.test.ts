import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { ParserPool } from '../../../../src/domains/ingestion/parsing/parser-pool.ts'

const folder = mkdtempSync(join(tmpdir(), 'pool-'))
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const short = file('short.txt', 'A short text.')
const slow = file('slow.html', '<p>words</p>'.repeat(1_000_000))

describe('the pool of parsing processes', () => {
  const pools: ParserPool[] = []
  const open = (size: number) => {
    const pool = new ParserPool({ size })
    pools.push(pool)
    return pool
  }
  afterAll(() => {
    for (const pool of pools) pool.close()
    rmSync(folder, { recursive: true })
  })

  it('reuses a process that behaves', async () => {
    const pool = open(1)
    await pool.parse(short, { filename: 'short.txt' })
    const pids = pool.pids
    await pool.parse(short, { filename: 'short.txt' })
    expect(pool.pids).toEqual(pids)
  })

  it('replaces a process after a damaged document', async () => {
    const pool = open(1)
    await pool.parse(short, { filename: 'short.txt' })
    const [pid] = pool.pids
    await expect(pool.parse(file('bad.pdf', '%PDF-1.4 nothing'), { filename: 'bad.pdf' })).rejects.toMatchObject({
      code: 'corrupt',
    })
    expect(pool.pids).not.toContain(pid)
    await expect(pool.parse(short, { filename: 'short.txt' })).resolves.toMatchObject({ format: 'txt' })
  })

  it('never runs more processes than its size', async () => {
    const pool = open(2)
    const running = Array.from({ length: 6 }, () => pool.parse(short, { filename: 'short.txt' }))
    await new Promise((done) => setTimeout(done, 50))
    expect(pool.pids.length).toBeLessThanOrEqual(2)
    expect(await Promise.all(running)).toHaveLength(6)
  })

  it('lets a caller abort a document that is being read, and one that waits', async () => {
    const pool = open(1)
    const abort = new AbortController()
    const reading = pool.parse(slow, { filename: 'slow.html', signal: abort.signal })
    const waiting = pool.parse(short, { filename: 'short.txt', signal: abort.signal })
    setTimeout(() => abort.abort(new Error('not wanted any more')), 100)
    expect(await Promise.allSettled([reading, waiting])).toMatchObject([
      { reason: { message: 'not wanted any more' } },
      { reason: { message: 'not wanted any more' } },
    ])
  })

  it('reports how far it is', async () => {
    const pages = Array.from({ length: 300 }, (_, at) => `<p>${at}</p>`.repeat(2_000)).join('')
    const path = file('progress.json', JSON.stringify(pages))
    const seen: number[] = []
    await open(1).parse(path, { filename: 'progress.json', onProgress: (done) => seen.push(done) })
    expect(seen.every((done) => done > 0)).toBe(true)
  })

  it('passes the error of a missing file on: it says nothing about the document', async () => {
    await expect(open(1).parse(join(folder, 'missing'), { filename: 'missing.txt' })).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })

  it('fails what is running and waiting when it is closed, and leaves no process behind', async () => {
    const pool = open(1)
    const running = [pool.parse(slow, { filename: 'slow.html' }), pool.parse(short, { filename: 'short.txt' })]
    await new Promise((done) => setTimeout(done, 100))
    const [pid] = pool.pids
    pool.close()
    for (const outcome of await Promise.allSettled(running)) expect(outcome.status).toBe('rejected')
    await expect.poll(() => existsSync(`/proc/${pid}/fd/0`), { timeout: 5_000 }).toBe(false)
  })

  it('does not keep a program alive that forgets to close it', () => {
    const module = pathToFileURL(resolve('src/domains/ingestion/parsing/parser-pool.ts')).href
    const script = `const { ParserPool } = await import('${module}')
      console.log((await new ParserPool().parse('${short}', { filename: 'short.txt' })).format)`
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 10_000,
    })
    expect(printed.trim()).toBe('txt')
  })
})
