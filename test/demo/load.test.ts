import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoCompanyName, loadDemo } from '../../src/demo/load.ts'
import type { DocumentScope } from '../../src/domains/documents/scope.ts'
import type { Services } from '../../src/services.ts'
import type { Viewer } from '../../src/viewer.ts'
import { silent, type TestDatabase, testDatabase } from '../support/database.ts'
import { firstStart } from './first-start.ts'

async function ingestAll({ prisma, worker }: Services): Promise<void> {
  await worker.start()
  const open = { status: { notIn: ['PARSED' as const, 'PARSING_FAILED' as const, 'FAIL' as const] } }
  while ((await prisma.document.count({ where: open })) > 0) await wait(50)
}

const email = (name: string) => `${name}@meridian.example`
const clara = email('clara.berg')
const marcus = email('marcus.oyelaran')
const julien = email('julien.moreau')
const sofia = email('sofia.lindqvist')
const layla = email('layla.haddad')
const administrator = 'admin@docgraph.example'

async function viewer({ prisma }: Services, address: string): Promise<Viewer> {
  const select = { id: true, companyId: true, role: true, email: true } as const
  const user = await prisma.user.findUniqueOrThrow({ where: { email: address }, select })
  return { ...user, keyId: null, scopes: null }
}

describe('the demo company', () => {
  let database: TestDatabase
  let services: Services

  beforeAll(async () => {
    database = await testDatabase()
    services = await firstStart(database)
    await loadDemo(services, silent, database.pool)
    await ingestAll(services)
  })

  afterAll(async () => {
    await services.worker.stop()
    services.parsers.close()
    await services.queue.stop()
    await database.close()
  })

  const filenames = async (address: string, scope?: DocumentScope) => {
    const rows = await services.documents.list(
      await viewer(services, address),
      { scope },
      { select: { filename: true } },
    )
    return rows.map(({ filename }) => filename)
  }

  it('has people of every role, groups, and a workspace of each kind', async () => {
    const company = await database.prisma.company.findUniqueOrThrow({
      where: { name: demoCompanyName },
      include: {
        users: { orderBy: { id: 'asc' } },
        groups: { include: { members: true } },
        workspaces: { include: { members: true, summaries: true } },
      },
    })
    expect(company.users.map(({ role }) => role)).toEqual(['ADMIN', 'COMPANY_ADMIN', ...Array(4).fill('MEMBER')])
    expect(company.users.map(({ language }) => language)).toEqual(['EN', 'DE', 'EN', 'FR', 'EN', 'AR'])
    expect(company.groups.map(({ name, members }) => [name, members.length])).toEqual([
      ['Engineering', 2],
      ['Sales', 2],
    ])
    const ofType = (type: string) => company.workspaces.filter((workspace) => workspace.type === type)
    expect(ofType('COMPANY').map(({ members }) => members.length)).toEqual([6])
    expect(ofType('PERSONAL')).toHaveLength(6)
    expect(ofType('CUSTOM').map(({ name, members }) => [name, members.length])).toEqual([
      ['Product development', 4],
      ['Sales and support', 4],
    ])
    expect(ofType('COMPANY')[0]?.summaries.map(({ language }) => language)).toEqual(['en', 'de'])
  })

  it('has documents of thirteen formats, all of them read', async () => {
    const documents = await database.prisma.document.findMany({ orderBy: { id: 'asc' } })
    expect(documents.map(({ status, chunkCount }) => [status, chunkCount > 0])).toEqual(
      documents.map(() => ['PARSED', true]),
    )
    const formats = 'csv docx eml html json md pdf pptx rtf txt xlsx xml yaml'
    expect([...new Set(documents.map(({ format }) => format))].sort().join(' ')).toBe(formats)
    const pagesOf = (name: string) => documents.find(({ filename }) => filename === name)?.pageCount
    expect(pagesOf('security-policy.pdf')).toBe(2)
    expect(pagesOf('onboarding.pptx')).toBe(5)
    expect([...new Set(documents.map(({ language }) => language))].sort()).toEqual(['ar', 'de', 'en', 'fr'])
  })

  it('shows everyone the documents of their own workspaces and no private ones of others', async () => {
    expect(await filenames(marcus, { privateScope: true })).toEqual(['salary-talk-notes.txt'])
    for (const other of [administrator, clara, julien, sofia, layla])
      expect(await filenames(other)).not.toContain('salary-talk-notes.txt')
    expect(await filenames(sofia)).toEqual(expect.arrayContaining(['price-list-2026.csv', 'employee-handbook.md']))
    expect(await filenames(sofia)).not.toContain('calibration-records.xml')
    expect(await filenames(julien)).not.toContain('price-list-2026.csv')
    expect(await filenames(clara)).toHaveLength(14)
  })

  const ask = async (address: string, content: string, scope?: DocumentScope) => {
    const asker = await viewer(services, address)
    const id = await services.chat.ask(asker, { messages: [{ role: 'user', content }], scope })
    const include = { extracts: { orderBy: { position: 'asc' as const } } }
    return database.prisma.chatResponse.findUniqueOrThrow({ where: { id }, include })
  }

  it.each([
    [administrator, 'How many days of paid leave do I have?', '25 days of paid leave', 'employee-handbook.md', null],
    [marcus, 'What may a hotel night cost?', 'up to 140 euros', 'travel-policy.docx', null],
    [marcus, 'How long are backups kept?', 'kept for 35 days', 'security-policy.pdf', 2],
    [
      marcus,
      'What is the measuring range of the Horizon H200?',
      '0.05 m to 120 m',
      'horizon-h200-datasheet.html',
      null,
    ],
    [marcus, 'Which project would I like to lead?', 'the Kestrel project', 'salary-talk-notes.txt', null],
    [julien, 'Tous les combien faut-il étalonner le débitmètre ?', 'tous les 12 mois', 'guide-entretien-t50.rtf', null],
    [sofia, 'What does error E27 mean?', 'air bubbles in the pipe', 'support-case-4711.eml', null],
    [sofia, 'What is the list price of the Tidal T50?', '1450.00', 'price-list-2026.csv', null],
    [clara, 'An wie vielen Tagen pro Woche darf ich mobil arbeiten?', 'drei Tagen', 'mobiles-arbeiten.html', null],
    [clara, 'When does the first day begin?', '9:00', 'onboarding.pptx', 2],
    [clara, 'Who is the head of engineering?', 'Tobias Krämer', 'org-chart.xlsx', null],
    [layla, 'ما هو رقم الطوارئ الداخلي؟', '5555', 'lab-safety-ar.txt', null],
  ])('answers %s: %s', async (address, question, phrase, filename, page) => {
    const answer = await ask(address, question)
    expect(answer.text).toContain(phrase)
    const extract = answer.extracts.find(({ documentName, text }) => documentName === filename && text.includes(phrase))
    expect(extract).toMatchObject({ pageStart: page })
  })

  it('answers the question that the service prints when it has started', async () => {
    const answer = await ask(administrator, 'How many days of paid leave do I have?', { companyScope: true })
    expect(answer.text).toContain('25 days of paid leave')
    expect(answer.extracts.find(({ text }) => text.includes('25 days of paid leave'))?.documentName).toBe(
      'employee-handbook.md',
    )
  })

  it('does not tell from what the asker may not see', async () => {
    const answer = await ask(clara, 'What is the Kestrel project?')
    expect(answer.text).not.toContain('prototype')
    expect(answer.extracts.map(({ documentName }) => documentName)).not.toContain('salary-talk-notes.txt')
  })

  it('stays as it is at later starts, whatever was deleted or renamed meanwhile', async () => {
    const { id } = await database.prisma.document.findFirstOrThrow({ where: { filename: 'sites.json' } })
    await services.documents.delete(await viewer(services, clara), id)
    await database.prisma.workspace.updateMany({ where: { name: 'Sales and support' }, data: { name: 'Markets' } })
    await loadDemo(services, silent, database.pool)
    expect(await database.prisma.document.count()).toBe(14)
    expect(await database.prisma.workspace.count({ where: { type: 'CUSTOM' } })).toBe(2)
  })
})
