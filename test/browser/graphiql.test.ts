import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminKey, type TestService, testService } from '../support/service.ts'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const hasBrowser = existsSync(executablePath)
if (!hasBrowser) process.stdout.write(`GraphiQL is not tested: there is no Chromium at ${executablePath}.\n`)

/** Without these, the browser looks for its maker's hosts at every start. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

describe.skipIf(!hasBrowser)('GraphiQL in a browser', () => {
  let service: TestService
  let profile: string
  let browser: BrowserContext
  let page: Page
  const requested: string[] = []
  const faults: string[] = []

  beforeAll(async () => {
    service = await testService({ ingests: false })
    profile = await mkdtemp(join(tmpdir(), 'docgraph-browser-'))
    browser = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      args,
      viewport: { width: 1400, height: 900 },
    })
    page = await browser.newPage()
    page.on('request', (request) => requested.push(request.url()))
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(`${service.url}/graphql`)
    await page.getByText('# Welcome to docgraph.').first().waitFor()
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    await service?.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 3 })
  })

  const answer = () => page.locator('.result-window').textContent()

  test('opens with its documentation, and without a refusal', async () => {
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
    const documentation = page.locator('.graphiql-doc-explorer')
    await documentation.getByRole('link', { name: 'Query', exact: true }).click({ timeout: 10_000 })
    await documentation.getByText('What can be read.').waitFor({ timeout: 10_000 })
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT.replace('.png', '-docs.png') })
    expect(await answer()).not.toContain('unauthorized')
  })

  test('answers the welcome query once the key stands in the headers', async () => {
    const headers = page
      .getByRole('region', { name: 'Headers' })
      .locator('.graphiql-editor:not(.hidden) .monaco-editor')
    await headers.click()
    await page.keyboard.press('Control+End')
    for (let i = 0; i < '" }'.length; i++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.insertText(`Bearer ${adminKey}`)
    await page.getByRole('button', { name: /^Execute query/ }).click()
    await page.getByRole('menuitem', { name: 'Home' }).click()
    await expect.poll(answer, { timeout: 10_000 }).toContain('admin@docgraph.example')
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT })
  })

  test('asks nobody but this server for its assets', () => {
    expect(requested.length).toBeGreaterThan(1)
    const elsewhere = requested.filter((url) => !url.startsWith(service.url) && !/^(data|blob):/.test(url))
    expect(elsewhere).toEqual([])
  })

  test('runs without a fault of its own', () => expect(faults).toEqual([]))
})
