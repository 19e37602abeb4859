import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { callTool, legacyClient, type McpClient, modernClient } from './mcp-clients.ts'
import { type Person, type TestService, testService } from './service.ts'

const ALL = ['identity:read', 'memory:read:*', 'memory:write:*', 'context:read:*']
const marked = routes.flatMap(({ tool }) => tool ?? [])

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

describe.each([
  ['2026-07-28', modernClient],
  ['2025-11-25', legacyClient],
])('a client of %s', (_revision, open) => {
  let client: McpClient
  beforeAll(async () => {
    const { person, token } = await service.connected(ALL)
    const body = { name: 'Ada', personality: { description: 'Warm and brief.' } }
    await service.ok('POST', '/v1/identities', { cookie: person.cookie, body })
    client = await open(service, token)
  })
  afterAll(() => client.close())

  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: args })
    expect([isError ?? false, content.length]).toEqual([false, 1])
    expect(JSON.parse(content[0].text)).toEqual(structuredContent)
    return structuredContent
  }

  test('receives instructions on how to use memory', () => {
    expect(client.instructions).toMatch(/call list_scopes first/)
  })

  test('lists each tool with input schema, output schema and annotations', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      ...marked.map(({ name }) => name),
      'search',
      'fetch',
    ])
    const hints = tools.map((tool: { name: string; annotations: Record<string, boolean> }) => [
      tool.name,
      Object.keys(tool.annotations).filter((hint) => tool.annotations[hint] === true),
    ])
    expect(Object.fromEntries(hints)).toEqual({
      remember: [],
      recall: ['readOnlyHint', 'idempotentHint'],
      update_memory: ['destructiveHint', 'idempotentHint'],
      forget: ['destructiveHint', 'idempotentHint'],
      list_scopes: ['readOnlyHint', 'idempotentHint'],
      get_context: ['readOnlyHint', 'idempotentHint'],
      search: ['readOnlyHint', 'idempotentHint'],
      fetch: ['readOnlyHint', 'idempotentHint'],
    })
    for (const { inputSchema, outputSchema } of tools) {
      expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object'])
      expect(JSON.stringify([inputSchema, outputSchema])).not.toMatch(/"\$(ref|defs|schema)"/)
    }
    const { required } = tools.find(({ name }: { name: string }) => name === 'recall').inputSchema
    expect(required).toEqual(['query'])
  })

  test('searches and fetches with the shapes that connectors of ChatGPT require', async () => {
    const { token } = await service.connected(ALL)
    const content = `Runs along the quay of Porto. ${'Then along the sea. '.repeat(10)}`.trim()
    const { memoryIds } = await service.remember(token, [{ content, scope: 'fitness' }])
    const own = await open(service, token)
    try {
      const about = async (name: string, args: Record<string, unknown>) =>
        (await own.callTool({ name, arguments: args })).structuredContent
      const { results } = await about('search', { query: 'where does she run' })
      const title = expect.stringMatching(/^Runs along the quay of Porto\..{40,50}…$/)
      const url = `${service.url}/memories#${memoryIds[0]}`
      expect(results).toEqual([{ id: memoryIds[0], title, url }])
      expect(await about('fetch', { id: memoryIds[0] })).toEqual({
        ...{ id: memoryIds[0], title, text: content, url },
        metadata: { scope: 'fitness', type: 'event', occurredAt: expect.any(String), sourceApp: expect.any(String) },
      })
      expect((await own.callTool({ name: 'search', arguments: {} })).isError).toBe(true)
      expect((await own.callTool({ name: 'fetch', arguments: { id: 'mem_unknown' } })).isError).toBe(true)
    } finally {
      await own.close()
    }
  })

  test('remembers, recalls, updates and deletes', async () => {
    const memories = [{ content: 'Runs along the river every Tuesday.', scope: 'fitness.trail', kind: 'preference' }]
    const { accepted, memoryIds } = await call('remember', { memories })
    expect([accepted, memoryIds.length]).toEqual([true, 1])
    const [id] = memoryIds
    expect(await call('list_scopes')).toEqual({
      scopes: [{ scope: 'fitness.trail', count: 1, standard: true }],
      readable: ['*'],
      writable: ['*'],
    })
    const found = await call('recall', { query: 'where does she run', limit: 3 })
    expect(found.memories).toMatchObject([{ id, type: 'preference', content: memories[0]!.content }])
    expect((await call('recall', { query: 'run', pinned: false })).memories).toMatchObject([{ id }])
    expect((await call('recall', { query: 'run', pinned: true })).memories).toEqual([])
    const changed = await call('update_memory', { id, content: 'Runs along the canal every Tuesday.', pinned: true })
    expect(changed).toMatchObject({ id, content: 'Runs along the canal every Tuesday.', pinned: true })
    const context = await call('get_context', { intent: 'coach', query: 'a run' })
    expect(context).toMatchObject({ identity: { name: 'Ada' }, memories: [{ id }] })
    expect(await call('forget', { id })).toEqual({ ok: true })
    expect((await call('recall', { query: 'canal' })).memories).toEqual([])
  })

  test('reads the brief and the context of an intent', async () => {
    const { resources } = await client.listResources()
    const uris = resources.map(({ uri }: { uri: string }) => uri)
    expect(uris).toContain('memory://brief')
    expect(uris).toContain('memory://context/coach')
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map((each: { uriTemplate: string }) => each.uriTemplate)).toEqual([
      'memory://context/{intent}',
    ])
    for (const uri of uris) {
      const { contents } = await client.readResource({ uri })
      expect(contents).toMatchObject([{ uri, mimeType: 'application/json' }])
      expect(contents[0].text).toContain('Ada')
    }
  })

  test('returns memories with only the fields that help a model', async () => {
    const { memoryIds } = await call('remember', { memories: [{ content: 'Owns a red kayak.', scope: 'fitness' }] })
    const [found] = (await call('recall', { query: 'kayak' })).memories
    expect(Object.keys(found).sort()).toEqual(
      ['content', 'id', 'importance', 'occurredAt', 'scope', 'score', 'sourceApp', 'type'].sort(),
    )
    expect(await call('update_memory', { id: memoryIds[0], pinned: true })).toMatchObject({ pinned: true })
    await call('forget', { id: memoryIds[0] })
  })

  test('offers prompts that quote what the client may read', async () => {
    const { token } = await service.connected(['identity:read', 'memory:read:fitness.*', 'memory:write:fitness.*'])
    await service.remember(token, [{ content: 'Owns a <red> kayak.', scope: 'fitness' }])
    const own = await open(service, token)
    try {
      const { prompts } = await own.listPrompts()
      expect(prompts.map(({ name }: { name: string }) => name)).toEqual([
        ...['about_me', 'prepare', 'remember_conversation', 'review_memories'],
      ])
      const textOf = async (name: string, args: Record<string, string> = {}) => {
        const { messages } = await own.getPrompt({ name, arguments: args })
        expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }])
        return messages[0].content.text as string
      }
      expect(await textOf('about_me')).toMatch(/about me.*never instructions.*Assistant/s)
      expect(await textOf('prepare', { topic: 'paddling a kayak', scope: '' })).toContain(
        'Owns a \\u003cred\\u003e kayak.',
      )
      expect(await textOf('prepare', { topic: 'quantum physics' })).toMatch(/"quantum physics"\. Nothing about it/)
      expect(await textOf('remember_conversation')).toContain('"writable":["fitness.*"]')
      expect(await textOf('review_memories', { scope: 'fitness' })).toContain('"scope":"fitness"')
      await expect(own.getPrompt({ name: 'review_memories', arguments: { scope: 'note' } })).rejects.toMatchObject({
        code: 403,
      })
      await expect(own.getPrompt({ name: 'prepare' })).rejects.toMatchObject({ code: -32_602 })
      await expect(own.getPrompt({ name: 'nothing' })).rejects.toMatchObject({ code: -32_602 })
    } finally {
      await own.close()
    }
  })

  test('gets errors with a message for the model and a code for programs', async () => {
    const refused = async (name: string, args: Record<string, unknown>) => {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: args })
      expect([isError, structuredContent]).toEqual([true, undefined])
      const [sentence, reason] = content[0].text.split('\n')
      return [sentence, JSON.parse(reason)]
    }
    expect(await refused('recall', {})).toEqual([
      'query: is missing',
      { code: 'validation_failed', details: [{ path: 'query', message: expect.any(String), code: 'invalid_type' }] },
    ])
    expect(await refused('forget', { id: 'mem_none' })).toEqual([
      'Nothing was found at this address. Use a name or an id that another tool returned.',
      { code: 'not_found' },
    ])
    const memories = [{ content: 'Something.', scope: 'fitnes' }]
    expect(await refused('remember', { memories })).toEqual([
      expect.stringMatching(/Scope: fitnes\. Call list_scopes/),
      { code: 'unknown_scope', details: { scope: 'fitnes' } },
    ])
  })

  test('gets a protocol error for an unknown tool or resource', async () => {
    await expect(client.callTool({ name: 'drop_table' })).rejects.toMatchObject({ code: -32_602 })
    await expect(client.readResource({ uri: 'memory://nothing' })).rejects.toMatchObject({ code: -32_602 })
    await expect(client.readResource({ uri: 'memory://context/nothing' })).rejects.toMatchObject({ code: -32_602 })
    await expect(client.listTools({ cursor: 'of another list' })).rejects.toMatchObject({ code: -32_602 })
    await expect(client.listResources({ cursor: 'x' })).rejects.toMatchObject({ code: -32_602 })
  })
})

test('errors tell the model its scopes and what to do when one is missing', async () => {
  const { token } = await service.connected(['memory:read:fitness.*', 'memory:write:note'])
  expect((await callTool(service, token, 'list_scopes')).structuredContent).toEqual({
    scopes: [],
    readable: ['fitness.*'],
    writable: ['note'],
  })
  const { isError, content } = await callTool(service, token, 'recall', { query: 'rent', scope: 'finance' })
  expect([isError, content[0].text]).toEqual([
    true,
    'The connection lacks a scope that this request requires. Missing: memory:read:finance. Only the user can allow it, ' +
      'by connecting this app again; list_scopes shows what is allowed.\n' +
      '{"code":"scope_denied","details":{"missing_scope":"memory:read:finance"}}',
  ])
})

describe('a tool call and the same call over REST', () => {
  const deeds = [
    { tool: 'list_scopes', method: 'GET', path: '/v1/scopes' },
    { tool: 'recall', method: 'GET', path: '/v1/memories?query=river', args: { query: 'river' } },
    { tool: 'get_context', method: 'GET', path: '/v1/context?intent=coach', args: { intent: 'coach' } },
    { tool: 'update_memory', method: 'PATCH', path: '/v1/memories/ID', body: { pinned: true } },
    { tool: 'forget', method: 'DELETE', path: '/v1/memories/ID' },
    // Errors: outside the grants, invalid, not found.
    { tool: 'get_context', method: 'GET', path: '/v1/context?intent=tutor', args: { intent: 'tutor' } },
    { tool: 'update_memory', method: 'PATCH', path: '/v1/memories/ID', body: { importance: 101 } },
    { tool: 'forget', method: 'DELETE', path: '/v1/memories/ID' },
  ]

  test('write the same audit entries and usage counts', async () => {
    const scopes = ['memory:read:*', 'memory:write:*', 'context:read:coach']
    const [byTool, byRest] = await Promise.all([service.connected(scopes), service.connected(scopes)])
    const memories = [{ content: 'Runs along the river.', scope: 'fitness' }]
    const remembered = await callTool(service, byTool.token, 'remember', { memories })
    const toolId = remembered.structuredContent.memoryIds[0]
    const restId = (await service.remember(byRest.token, memories)).memoryIds[0]
    for (const { tool, method, path, args, body } of deeds) {
      const inPath = path.includes('ID') ? { id: toolId } : {}
      const result = await callTool(service, byTool.token, tool, { ...inPath, ...args, ...body })
      const reply = await service.call(method, path.replace('ID', restId), { token: byRest.token, body })
      expect(result.isError ?? false, tool).toBe(reply.status >= 400)
    }
    const entriesOf = async ({ cookie }: Person, id: string) => {
      const { items } = await service.ok('GET', '/v1/audit', { cookie })
      return items.map(({ action, scope, count, target }: Record<string, unknown>) => [
        action,
        scope,
        count,
        target === id ? 'the memory' : typeof target,
      ])
    }
    const entries = await entriesOf(byTool.person, toolId)
    expect(entries).toEqual(await entriesOf(byRest.person, restId))
    expect(entries.map(([action]: string[]) => action)).toEqual([
      'memory.delete',
      'memory.edit',
      'context.read',
      'memories.recall',
      'scopes.list',
      'memories.write',
      'connection.create',
    ])
    const usageOf = async (token: string) => {
      const { api_calls, memory_writes, context_requests } = await service.get('/v1/quota', token)
      return [api_calls.used, memory_writes.used, context_requests.used]
    }
    expect(await usageOf(byTool.token)).toEqual(await usageOf(byRest.token))
    expect(await usageOf(byTool.token)).toEqual([deeds.length + 3, 1, 1])
  })
})
