import Anthropic from '@anthropic-ai/sdk'
import { InMemoryStore } from '@langchain/langgraph'
import type { BaseStore, Item, Operation } from '@langchain/langgraph-checkpoint'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readGuide } from '../../../server/test/guide.ts'
import { type TestService, testService } from '../../../server/test/service.ts'
import { memoryToolHandlers } from '../src/anthropic.ts'
import { MemoryStore } from '../src/langgraph.ts'
import { connected, RIVER, shown } from './world.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
  vi.stubEnv('MEMORY_URL', service.url)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service?.stop()
})

describe('LangGraph', () => {
  /** What a store answers to the same operations; the order of a search without a query is its own. */
  async function answersOf(store: BaseStore): Promise<unknown[]> {
    const answers: unknown[] = []
    const shape = (item: { namespace: string[]; key: string; value: unknown } | null) =>
      item && { namespace: item.namespace, key: item.key, value: item.value }
    const search = async (prefix: string[], options: object = {}) => {
      const found = await store.search(prefix, { limit: 100, ...options })
      const nameOf = ({ namespace, key }: Item) => JSON.stringify([namespace, key])
      answers.push(found.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)).map(shape))
    }
    await store.put(['users', 'u1'], 'a', { text: RIVER, age: 30, tags: ['x'] })
    await store.put(['users', 'u1'], 'b', { nested: { deep: [1, null, true] }, age: 40 })
    await store.put(['users', 'u2'], 'a', { content: '  spaces around  ', age: 50 })
    await store.put(['places'], 'x'.repeat(300), { text: 'Porto' }, false)
    await store.put(['users', 'u1'], 'a', { text: 'Runs along the sea.', age: 31 })
    answers.push(shape(await store.get(['users', 'u1'], 'a')), shape(await store.get(['users', 'u1'], 'c')))
    answers.push(shape(await store.get(['places'], 'x'.repeat(300))))
    await search(['users'])
    await search(['users', 'u1'])
    await search(['user'])
    await search([])
    await search(['users'], { filter: { age: 40 } })
    await search(['users'], { filter: { age: { $gte: 31, $lt: 50 } } })
    await search(['users'], { filter: { age: { $ne: 31 } } })
    answers.push((await store.search(['users'], { limit: 2, offset: 2 })).length)
    answers.push(await store.listNamespaces())
    answers.push(await store.listNamespaces({ prefix: ['users'], maxDepth: 1 }))
    answers.push(await store.listNamespaces({ prefix: ['users', '*'], limit: 1, offset: 1 }))
    answers.push(await store.listNamespaces({ suffix: ['u2'] }))
    await store.delete(['users', 'u1'], 'a')
    await store.delete(['users', 'u1'], 'nothing')
    answers.push(await store.get(['users', 'u1'], 'a'))
    const put: Operation = { namespace: ['users', 'u1'], key: 'd', value: { text: 'Swims.' } }
    await store.batch([put])
    answers.push((await store.batch([{ namespace: ['users', 'u1'], key: 'd' }])).map(shape))
    return answers
  }

  test('the store answers like the store in memory', async () => {
    const { memory } = await connected(service)
    expect(await answersOf(new MemoryStore(memory))).toEqual(await answersOf(new InMemoryStore()))
  })

  test('an item is a memory that its user reads, finds by meaning and can correct', async () => {
    const { memory } = await connected(service)
    const store = new MemoryStore(memory, { scope: 'fitness' })
    await store.put(['facts'], 'run', { text: RIVER, source: 'form' })
    await store.put(['facts'], 'secret', { text: 'Runs near the river delta.' }, false)
    const [found, ...others] = await store.search(['facts'], { query: 'on which day does she run along the river' })
    expect([found?.key, others]).toEqual(['run', []])
    expect(found?.score).toBeGreaterThan(0)
    const { memories } = await memory.list({ scope: 'fitness', externalId: 'langgraph:["facts","run"]' })
    expect(memories).toMatchObject([{ content: RIVER }])
    await memory.update(memories[0]?.id ?? '', { content: 'Runs along the river every Wednesday.' })
    const item = await store.get(['facts'], 'run')
    expect(item?.value).toEqual({ text: 'Runs along the river every Wednesday.', source: 'form' })
    expect(item?.updatedAt.getTime()).toBeGreaterThanOrEqual(item?.createdAt.getTime() ?? Number.NaN)
  })

  test('an item outside the grants and an unknown operator are errors', async () => {
    const { memory } = await connected(service)
    const outside = new MemoryStore(memory, { scope: 'finance' })
    await expect(outside.put(['a'], 'b', { text: 'Pays rent.' })).rejects.toThrow('memory:write:finance')
    const store = new MemoryStore(memory)
    await store.put(['a'], 'b', { age: 1 })
    await expect(store.search(['a'], { filter: { age: { $near: 1 } } })).rejects.toThrow('$near')
  })

  test('the documented graph finds what it stored in another run', async () => {
    const { token } = await connected(service)
    const { graphFor } = await shown(readGuide('docs/langgraph.md'), 'langgraph.mjs')
    expect(await graphFor(token).invoke({ message: RIVER })).toMatchObject({ known: [] })
    expect(await graphFor(token).invoke({ message: 'When does she run along the river?' })).toMatchObject({
      known: [RIVER],
    })
  })
})

describe('Anthropic’s memory tool', () => {
  async function tool() {
    const { memory, token } = await connected(service)
    const handlers = memoryToolHandlers(memory)
    const run = (command: string, input: object): Promise<string> =>
      (handlers[command as 'view'] as (input: object) => Promise<string>)({ command, ...input })
    return { memory, token, run }
  }

  test('creates, shows, edits, renames and deletes files', async () => {
    const { memory, run } = await tool()
    const path = '/memories/notes/run.md'
    await run('create', { path, file_text: 'Runs on Tuesdays.\nLikes rye.' })
    await run('create', { path: '/memories/todo.txt', file_text: '' })
    expect(await run('view', { path })).toMatch(/:\n {5}1\tRuns on Tuesdays\.\n {5}2\tLikes rye\.$/)
    expect(await run('view', { path, view_range: [2, -1] })).toMatch(/:\n {5}2\tLikes rye\.$/)
    expect(await run('view', { path: '/memories' })).toMatch(
      /:\n28\t\/memories\n28\t\/memories\/notes\n28\t\/memories\/notes\/run\.md\n0\t\/memories\/todo\.txt$/,
    )
    await run('str_replace', { path, old_str: 'Tuesdays', new_str: 'Mondays' })
    await run('insert', { path, insert_line: 1, insert_text: 'Has a dog.\n' })
    await run('insert', { path: '/memories/todo.txt', insert_line: 0, insert_text: 'Buy shoes.' })
    expect(await run('view', { path })).toMatch(/1\tRuns on Mondays\.\n {5}2\tHas a dog\.\n {5}3\tLikes rye\.$/)
    expect(await run('view', { path: '/memories/todo.txt' })).toMatch(/1\tBuy shoes\.$/)
    expect((await memory.recall('dog')).memories[0]?.content).toContain('Has a dog.')
    await run('rename', { old_path: '/memories/notes', new_path: '/memories/old' })
    expect(await run('view', { path: '/memories/old/run.md' })).toContain('Has a dog.')
    await run('delete', { path: '/memories/old' })
    await run('delete', { path: '/memories/todo.txt' })
    expect(await run('view', { path: '/memories/' })).toMatch(/:\n0\t\/memories$/)
    expect((await memory.list()).memories).toEqual([])
  })

  test.each([
    ['view', { path: '/memories/nothing' }, 'does not exist'],
    ['view', { path: '/etc/passwd' }, 'must be /memories'],
    ['view', { path: '/memories/../etc' }, 'without `..`'],
    ['view', { path: '/memories/%2e%2e/etc' }, 'without `..`'],
    ['view', { path: 'memories' }, 'must be /memories'],
    ['view', { path: '/memoriesx/a' }, 'must be /memories'],
    ['create', { path: '/memories', file_text: 'x' }, 'is a directory'],
    ['create', { path: '/memories/a', file_text: 'x' }, 'already exists'],
    ['create', { path: '/memories/b', file_text: 'x'.repeat(8_193) }, 'up to 8192 characters'],
    ['create', { path: `/memories/${'b'.repeat(200)}`, file_text: 'x' }, 'at most 180'],
    ['str_replace', { path: '/memories/a', old_str: 'z', new_str: 'y' }, 'does not appear'],
    ['str_replace', { path: '/memories/a', old_str: 'one', new_str: 'y' }, 'several times'],
    ['insert', { path: '/memories/a', insert_line: 4, insert_text: 'x' }, 'between 0 and 2'],
    ['delete', { path: '/memories' }, 'cannot be deleted'],
    ['delete', { path: '/memories/nothing' }, 'does not exist'],
    ['rename', { old_path: '/memories/a', new_path: '/memories/a/b' }, 'cannot be moved'],
    ['rename', { old_path: '/memories/nothing', new_path: '/memories/b' }, 'does not exist'],
    ['rename', { old_path: '/memories/a', new_path: '/memories/a' }, 'already exists'],
  ])('refuses %s of %j', async (command, input, message) => {
    const { run } = await files
    await expect(run(command, input)).rejects.toThrow(message)
  })

  let files: ReturnType<typeof tool>
  beforeAll(async () => {
    files = tool()
    await (await files).run('create', { path: '/memories/a', file_text: 'one one\ntwo' })
  })

  test('works in the tool runner of the SDK, as documented', async () => {
    const { token, memory } = await connected(service)
    const { answer } = await shown(readGuide('docs/anthropic.md'), 'anthropic.mjs')
    const use = (input: object) => ({ type: 'tool_use', id: 'toolu_1', name: 'memory', input })
    const replies = [
      use({ command: 'view', path: '/memories' }),
      use({ command: 'create', path: '/memories/run.md', file_text: RIVER }),
      use({ command: 'view', path: '/elsewhere' }),
      { type: 'text', text: 'Noted.' },
    ]
    const requests: { messages: { content: unknown }[] }[] = []
    const anthropic = new Anthropic({
      apiKey: 'none',
      fetch: async (_url, init) => {
        requests.push(JSON.parse(String(init?.body)))
        const block = replies.shift()
        const stop_reason = block?.type === 'text' ? 'end_turn' : 'tool_use'
        const message = {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'claude',
          stop_reason,
          content: [block],
        }
        return Response.json({ ...message, usage: { input_tokens: 1, output_tokens: 1 } })
      },
    })
    expect(await answer(anthropic, token, RIVER)).toBe('Noted.')
    expect((await memory.list({ scope: 'fitness' })).memories).toMatchObject([{ content: RIVER }])
    const results = requests.slice(1).map(({ messages }) => messages.at(-1)?.content)
    expect(results).toMatchObject([
      [{ type: 'tool_result', content: expect.stringContaining('0\t/memories') }],
      [{ content: expect.stringContaining('created') }],
      [{ is_error: true, content: expect.stringContaining('must be /memories') }],
    ])
  })
})
