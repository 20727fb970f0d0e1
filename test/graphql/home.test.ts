import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GraphReply, type TestService, testService } from '../support/service.ts'

const home = `query Home {
  viewer { databaseId email role
    company { name activeMembersCount
      workspaces(first: 20) { totalCount nodes { databaseId name workspaceType
        members(first: 10) { totalCount nodes { firstName lastName email } }
        documents(first: 10) { totalCount nodes { filename status pageCount } } } } } }
}`

describe('Home, the nested request that the product exists for', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService({ ingests: false })
    await service.graph('{ viewer { id } }')
  })
  afterAll(() => service.close())

  const ask = async () => {
    let reply: GraphReply | undefined
    const statements = await service.statements(async () => {
      reply = await service.graph(home)
    })
    expect(reply?.errors).toBeUndefined()
    return { statements, company: reply?.data.viewer.company }
  }

  test('takes three statements with two workspaces: for the key, for the count of active members, for all of the rest', async () => {
    const { statements, company } = await ask()
    expect(company.workspaces.totalCount).toBe(2)
    expect(statements, statements.join('\n')).toHaveLength(3)
  })

  test('takes no more with twenty workspaces of members and documents', async () => {
    const { data } = await service.graph('{ viewer { company { databaseId } } }')
    const companyId = data.viewer.company.databaseId
    const memberIds: number[] = []
    for (let i = 0; i < 4; i++) {
      const input = { companyId, email: `member${i}@example.com`, firstName: `Member ${i}` }
      const created = await service.graph(
        'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { databaseId } } }',
        { input },
      )
      memberIds.push(created.data.createUser.user.databaseId)
    }
    for (let i = 0; i < 18; i++) {
      const input = { companyId, name: `Workspace ${i}`, description: '', memberIds }
      await service.graph(
        'mutation ($input: CreateWorkspaceInput!) { createWorkspace(input: $input) { workspace { id } } }',
        { input },
      )
    }
    await service.upload({ name: 'a.txt', content: 'one' })
    await service.upload({ name: 'b.txt', content: 'two' })

    const { statements, company } = await ask()
    expect(company.activeMembersCount).toBe(5)
    expect(company.workspaces.totalCount).toBe(24)
    expect(company.workspaces.nodes).toHaveLength(20)
    expect(company.workspaces.nodes[0].documents).toEqual({
      totalCount: 2,
      nodes: [
        { filename: 'b.txt', status: 'PENDING', pageCount: null },
        { filename: 'a.txt', status: 'PENDING', pageCount: null },
      ],
    })
    expect(company.workspaces.nodes[0].members.totalCount).toBe(5)
    expect(company.workspaces.nodes.at(-1).members.nodes).toHaveLength(4)
    expect(statements, statements.join('\n')).toHaveLength(3)
  })
})
