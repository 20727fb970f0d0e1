import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminKey, type TestService, testService } from '../support/service.ts'

const megabyte = 1_000_000
const program = fileURLToPath(new URL('programs/send-large.ts', import.meta.url))

describe('a large file', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService({ ingests: false })
  })
  afterAll(() => service.close())

  /** How much the memory of this process, which is the service's, rose at most during some work, in bytes. */
  async function rise(work: () => Promise<void>): Promise<number> {
    const before = process.memoryUsage.rss()
    let most = before
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 10)
    await work()
    clearInterval(timer)
    return most - before
  }

  /** Sends a file of some megabytes from a process of its own. */
  async function upload(size: number): Promise<{ id: number; sha256: string }> {
    const { stdout } = await promisify(execFile)(process.execPath, [program, service.url, adminKey, String(size)])
    return JSON.parse(stdout)
  }

  function download(id: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${adminKey}` }
      get(`${service.url}/api/v2/files/${id}/download`, { headers }, (response) => {
        const hash = createHash('sha256')
        response.on('data', (piece) => hash.update(piece))
        response.on('end', () => resolve(hash.digest('hex')))
      }).on('error', reject)
    })
  }

  test('goes to disk and comes back as a stream, never whole in memory', async () => {
    await download((await upload(10)).id)
    let file = { id: 0, sha256: '' }
    const uploading = await rise(async () => {
      file = await upload(95)
    })
    let received = ''
    const downloading = await rise(async () => {
      received = await download(file.id)
    })
    expect(received).toBe(file.sha256)
    expect(uploading).toBeLessThan(50 * megabyte)
    expect(downloading).toBeLessThan(50 * megabyte)
  })
})
