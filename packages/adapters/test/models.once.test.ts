import { AIMessage } from '@langchain/core/messages'
import { fakeModel } from '@langchain/core/testing'
import { MemoryService } from '@memory-service/sdk'
import type { Model, ModelRequest, ModelResponse } from '@openai/agents-core'
import { Usage } from '@openai/agents-core'
import { generateText, streamText, wrapLanguageModel } from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readGuide } from '../../../server/test/guide.ts'
import { type TestService, testService } from '../../../server/test/service.ts'
import { memoryMiddleware } from '../src/ai-sdk.ts'
import { MemoryRetriever, memoryTools } from '../src/langchain.ts'
import { MemorySession } from '../src/openai-agents.ts'
import { calls, finish, says, usage } from './model-results.ts'
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

describe('AI SDK', () => {
  test('the middleware adds the memories that answer, behind the system message, and changes nothing else', async () => {
    const { memory } = await connected(service)
    await memory.remember({ scope: 'fitness', content: RIVER })
    const model = new MockLanguageModelV3({ doGenerate: says('On Tuesday.') })
    const wrapped = wrapLanguageModel({ model, middleware: memoryMiddleware(memory) })
    const asked = { system: 'Be brief.', prompt: 'On which day do I run along the river?', temperature: 0.5, seed: 7 }
    await generateText({ model, ...asked })
    const { text } = await generateText({ model: wrapped, ...asked })
    expect(text).toBe('On Tuesday.')
    const [plain, { prompt, ...rest } = { prompt: [] }] = model.doGenerateCalls
    const [system, section, user] = prompt
    expect({ ...rest, prompt: [system, user] }).toEqual(plain)
    expect(section).toMatchObject({ role: 'system', content: expect.stringContaining(`- ${RIVER} (fitness, `) })
    await generateText({ model: wrapped, prompt: [{ role: 'user', content: [] }] })
    expect(model.doGenerateCalls.at(-1)?.prompt).toHaveLength(1)
  })

  test('the middleware works while streaming', async () => {
    const { memory } = await connected(service)
    await memory.remember({ scope: 'fitness', content: RIVER })
    const stream = convertArrayToReadableStream([
      { type: 'text-start' as const, id: '1' },
      { type: 'text-delta' as const, id: '1', delta: 'On Tuesday.' },
      { type: 'text-end' as const, id: '1' },
      { type: 'finish' as const, finishReason: finish('stop'), usage },
    ])
    const model = new MockLanguageModelV3({ doStream: { stream } })
    const wrapped = wrapLanguageModel({ model, middleware: memoryMiddleware(memory) })
    const { text } = streamText({ model: wrapped, prompt: 'When do I run along the river?' })
    expect(await text).toBe('On Tuesday.')
    expect(JSON.stringify(model.doStreamCalls[0]?.prompt)).toContain(RIVER)
  })

  test('without the service a call fails, or goes on without memories if onError is given', async () => {
    const away = new MemoryService({ baseUrl: 'http://127.0.0.1:1', token: 'mst_1', retry: { attempts: 1 } })
    const model = new MockLanguageModelV3({ doGenerate: says('Hello.') })
    const asked = { prompt: 'When do I run?', maxRetries: 0 }
    const strict = wrapLanguageModel({ model, middleware: memoryMiddleware(away) })
    await expect(generateText({ model: strict, ...asked })).rejects.toMatchObject({ code: 'unreachable' })
    const errors: unknown[] = []
    const lenient = memoryMiddleware(away, { onError: (error) => errors.push(error) })
    await generateText({ model: wrapLanguageModel({ model, middleware: lenient }), ...asked })
    expect(errors).toMatchObject([{ code: 'unreachable' }])
    expect(model.doGenerateCalls[0]?.prompt).toHaveLength(1)
  })

  test('the documented function lets a model write, search and delete', async () => {
    const { token, memory } = await connected(service)
    const { answer } = await shown(readGuide('docs/ai-sdk.md'), 'ai-sdk.mjs')
    const remember = calls('remember', { content: RIVER, scope: 'fitness' })
    const outside = calls('remember', { content: 'Pays rent.', scope: 'finance' })
    const model = new MockLanguageModelV3({
      doGenerate: [remember, outside, calls('recall_memories', { query: 'river' }), says('Noted.')],
    })
    expect(await answer(model, token, 'I run along the river every Tuesday.')).toBe('Noted.')
    const [stored] = (await memory.list()).memories
    expect(stored).toMatchObject({ content: RIVER, scope: 'fitness' })
    const results = model.doGenerateCalls
      .at(-1)
      ?.prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []))
    expect(results).toMatchObject([
      { output: { value: { status: 'created', id: stored?.id } } },
      { output: { value: { status: 'dropped', missing_scope: 'memory:write:finance' } } },
      { output: { value: [{ id: stored?.id, content: RIVER, scope: 'fitness' }] } },
    ])
    const forgetting = new MockLanguageModelV3({
      doGenerate: [calls('forget_memory', { id: stored?.id }), says('Done.')],
    })
    await answer(forgetting, token, 'Forget that.')
    expect((await memory.list()).memories).toEqual([])
  })
})

describe('LangChain', () => {
  test('the documented function lets a model write and search, and the retriever returns documents', async () => {
    const { token, memory } = await connected(service)
    const { ask, documentsFor } = await shown(readGuide('docs/langchain.md'), 'langchain.mjs')
    const model = fakeModel()
      .respondWithTools([{ name: 'remember', args: { content: RIVER, scope: 'fitness' }, id: 'call_1' }])
      .respondWithTools([{ name: 'recall_memories', args: { query: 'river' }, id: 'call_2' }])
      .respond(new AIMessage('Noted.'))
    expect(await ask(model, token, 'I run along the river every Tuesday.')).toBe('Noted.')
    const [stored] = (await memory.list()).memories
    expect(String(model.calls.at(-1)?.messages.at(-1)?.content)).toContain(stored?.id)
    const [document] = await documentsFor(token, 'where do I run')
    expect(document).toMatchObject({ id: stored?.id, pageContent: RIVER, metadata: { scope: 'fitness' } })
  })

  test('a tool refuses arguments that do not fit its schema', async () => {
    const { memory } = await connected(service)
    const [recall] = memoryTools(memory)
    await expect(recall?.invoke({ question: 'river' })).rejects.toThrow()
    expect(await new MemoryRetriever(memory).invoke('nothing is stored')).toEqual([])
  })
})

describe('OpenAI Agents', () => {
  const message = (text: string) => ({
    type: 'message' as const,
    role: 'assistant' as const,
    status: 'completed' as const,
    content: [{ type: 'output_text' as const, text }],
  })
  const call = (name: string, args: object) => ({
    type: 'function_call' as const,
    callId: `call_${name}`,
    name,
    status: 'completed' as const,
    arguments: JSON.stringify(args),
  })

  /** A model that answers with these outputs, one for each request. */
  function modelOf(...outputs: ModelResponse['output'][number][]) {
    const requests: ModelRequest[] = []
    const model: Model = {
      async getResponse(request) {
        requests.push(request)
        return { usage: new Usage(), output: [outputs.shift() ?? message('That is all.')] }
      },
      // biome-ignore lint/correctness/useYield: nothing is streamed.
      async *getStreamedResponse() {
        throw new Error('nothing is streamed')
      },
    }
    return { model, requests }
  }

  test('the documented function lets an agent write and search, and continues a conversation', async () => {
    const { token, memory } = await connected(service)
    const { turn } = await shown(readGuide('docs/openai-agents.md'), 'openai-agents.mjs')
    const { model, requests } = modelOf(
      call('remember', { content: RIVER, scope: 'fitness' }),
      call('recall_memories', { query: 'river' }),
      message('Noted.'),
      message('On Tuesday.'),
    )
    expect(await turn(model, token, 'thread-1', 'I run along the river every Tuesday.')).toBe('Noted.')
    const { memories } = await memory.recall('river', { scope: 'fitness' })
    expect(memories).toMatchObject([{ content: RIVER }])
    expect(JSON.stringify(requests[2]?.input)).toContain(memories[0]?.id)
    expect(await turn(model, token, 'thread-1', 'On which day?')).toBe('On Tuesday.')
    const types = (requests[3]?.input as { type?: string; role?: string }[]).map(({ type, role }) => role ?? type)
    expect(types).toEqual([
      'user',
      ...['function_call', 'function_call_result', 'function_call', 'function_call_result'],
      ...['assistant', 'user'],
    ])
  })

  test('a session returns its items in order, whatever they contain, and only its own', async () => {
    const { memory } = await connected(service)
    const session = new MemorySession(memory, { sessionId: 'one' })
    const other = new MemorySession(memory, { sessionId: 'two' })
    const user = (content: string) => ({ type: 'message' as const, role: 'user' as const, content })
    const items = [
      user('Lives in Porto.'),
      user('  I moved to Lisbon. "So"\n'),
      user(`${'"\\\u0001é'.repeat(3_000)} `),
      ...Array.from({ length: 101 }, (_, at) => user(`Lap ${at}.`)),
    ]
    await session.addItems(items.slice(0, 1))
    await session.addItems(items.slice(1))
    await other.addItems([user('Elsewhere.')])
    expect(await session.getSessionId()).toBe('one')
    expect(await session.getItems()).toEqual(items)
    expect(await session.getItems(2)).toEqual(items.slice(-2))
    expect(await session.getItems(0)).toEqual([])
    expect(await session.popItem()).toEqual(items.at(-1))
    expect(await session.getItems(1)).toEqual(items.slice(-2, -1))
    await session.clearSession()
    expect(await session.getItems()).toEqual([])
    expect(await session.popItem()).toBe(undefined)
    expect(await other.getItems()).toHaveLength(1)
    const [stored] = (await memory.list({ kind: 'session' })).memories
    expect(Date.parse(stored?.expiresAt ?? '')).toBeGreaterThan(Date.now())
  })

  test('a session fails if its scope is not granted', async () => {
    const { memory } = await connected(service, ['memory:read:fitness', 'memory:write:fitness'])
    const session = new MemorySession(memory)
    await expect(session.addItems([{ role: 'user', content: 'Hello.' }])).rejects.toThrow('memory:write:note.sessions')
  })
})
