import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MemoryService } from '@memory-service/sdk'
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readGuide } from '../../../server/test/guide.ts'
import { type TestService, testService } from '../../../server/test/service.ts'
import { memoryProcessor } from '../src/mastra.ts'
import { calls, finish, says, usage } from './model-results.ts'
import { connected, RIVER } from './world.ts'

// Modules resolve `@mastra/core` from here.
const FOLDER = new URL('../frameworks/', import.meta.url)
const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))

let service: TestService
// biome-ignore lint/suspicious/noExplicitAny: an agent of Mastra, whose types need not be installed to check this file.
let coachOf: (model: unknown, token: string, thread?: string) => any
beforeAll(async () => {
  service = await testService()
  vi.stubEnv('MEMORY_URL', service.url)
  vi.stubEnv('MASTRA_TELEMETRY_DISABLED', 'true')
  const module = readGuide('docs/mastra.md').blocks.find(({ name }) => name === 'mastra.mjs')
  ;({ coachOf } = await withFile('mastra.test.mjs', module?.text ?? '', (url) => import(/* @vite-ignore */ url.href)))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service?.stop()
})

/** Saves a file among the frameworks while it is used. */
async function withFile<T>(name: string, text: string, use: (url: URL) => T): Promise<Awaited<T>> {
  const url = new URL(name, FOLDER)
  writeFileSync(url, text)
  try {
    return await use(url)
  } finally {
    rmSync(url)
  }
}

const turnsOf = async (memory: MemoryService) => {
  const { items } = await memory.turns.list()
  return items.map(({ role, content, conversationId }) => ({ role, content, conversationId })).reverse()
}

describe('Mastra', () => {
  test('the documented agent gets the memories that answer and records the turn', async () => {
    const { token, memory } = await connected(service)
    await memory.remember({ scope: 'fitness', content: RIVER })
    const model = new MockLanguageModelV3({ doGenerate: says('On Tuesday.') })
    const { text } = await coachOf(model, token, 'thread-1').generate('On which day do I run along the river?')
    expect(text).toBe('On Tuesday.')
    const [system, section, user, ...rest] = model.doGenerateCalls[0]?.prompt ?? []
    expect(system).toMatchObject({ role: 'system', content: 'You are a running coach.' })
    expect(section).toMatchObject({ role: 'system', content: expect.stringContaining(`- ${RIVER} (fitness, `) })
    expect(user).toMatchObject({ role: 'user', content: [{ text: 'On which day do I run along the river?' }] })
    expect(rest).toEqual([])
    expect(await turnsOf(memory)).toEqual([
      { role: 'user', content: 'On which day do I run along the river?', conversationId: 'thread-1' },
      { role: 'assistant', content: 'On Tuesday.', conversationId: 'thread-1' },
    ])
  })

  test('the processor works while streaming, and takes the last message of a conversation', async () => {
    const { token, memory } = await connected(service)
    await memory.remember({ scope: 'fitness', content: RIVER })
    const long = 'x'.repeat(40_000)
    const stream = convertArrayToReadableStream([
      { type: 'text-start' as const, id: '1' },
      { type: 'text-delta' as const, id: '1', delta: long },
      { type: 'text-end' as const, id: '1' },
      { type: 'finish' as const, finishReason: finish('stop'), usage },
    ])
    const model = new MockLanguageModelV3({ doStream: { stream } })
    const output = await coachOf(model, token, 'thread-2').stream([
      { role: 'user', content: 'Hello.' },
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: [{ type: 'text', text: 'When do I run along the river?' }] },
    ])
    expect(await output.text).toBe(long)
    expect(JSON.stringify(model.doStreamCalls[0]?.prompt)).toContain(RIVER)
    expect(await turnsOf(memory)).toEqual([
      { role: 'user', content: 'When do I run along the river?', conversationId: 'thread-2' },
      { role: 'assistant', content: 'x'.repeat(32_000), conversationId: 'thread-2' },
    ])
  })

  test('the documented agent writes, searches and deletes with its tools', async () => {
    const { token, memory } = await connected(service)
    const model = new MockLanguageModelV3({
      doGenerate: [
        calls('remember', { content: RIVER, scope: 'fitness' }),
        calls('remember', { content: 'Pays rent.', scope: 'finance' }, 'call_2'),
        calls('remember', { text: 'Has no content.', scope: 'fitness' }, 'call_3'),
        calls('recall_memories', { query: 'river' }, 'call_4'),
        says('Noted.'),
      ],
    })
    const { text } = await coachOf(model, token).generate('I run along the river every Tuesday.')
    expect(text).toBe('Noted.')
    const [stored, ...others] = (await memory.list()).memories
    expect(stored).toMatchObject({ content: RIVER, scope: 'fitness' })
    expect(others).toEqual([])
    const results = model.doGenerateCalls
      .at(-1)
      ?.prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []))
    expect(results).toMatchObject([
      { output: { value: { status: 'created', id: stored?.id } } },
      { output: { value: { status: 'dropped', missing_scope: 'memory:write:finance' } } },
      { output: { type: 'error-text', value: '`content` must be a string.' } },
      { output: { value: [{ id: stored?.id, content: RIVER, scope: 'fitness' }] } },
    ])
    const forgetting = new MockLanguageModelV3({
      doGenerate: [calls('forget_memory', { id: stored?.id }), says('Done.')],
    })
    await coachOf(forgetting, token).generate('Forget that.')
    expect((await memory.list()).memories).toEqual([])
  })

  test('without the service a call fails, or continues without memories if onError is given', async () => {
    const { token } = await connected(service)
    const model = new MockLanguageModelV3({ doGenerate: says('Hello.') })
    const away = new MemoryService({ baseUrl: 'http://127.0.0.1:1', token: 'mst_1', retry: { attempts: 1 } })
    const generate = (processor: object) =>
      coachOf(model, token).generate('When do I run?', { inputProcessors: [processor], outputProcessors: [processor] })
    await expect(generate(memoryProcessor(away))).rejects.toThrow()
    expect(model.doGenerateCalls).toHaveLength(0)
    const errors: unknown[] = []
    const { text } = await generate(memoryProcessor(away, { onError: (error) => errors.push(error) }))
    expect(text).toBe('Hello.')
    expect(errors).toMatchObject([{ code: 'unreachable' }, { code: 'unreachable' }])
  })

  test('the types fit those of Mastra', async () => {
    const code = `
      import { Agent } from '@mastra/core/agent'
      import type { Processor } from '@mastra/core/processors'
      import { memoryProcessor, memoryTools } from '@memory-service/adapters/mastra'
      import type { MemoryService } from '@memory-service/sdk'
      export function agentOf(memory: MemoryService) {
        memoryProcessor(memory) satisfies Processor
        return new Agent({
          id: 'coach', name: 'Coach', instructions: 'Be brief.', model: 'openai/gpt-5', tools: memoryTools(memory),
          inputProcessors: [memoryProcessor(memory)], outputProcessors: [memoryProcessor(memory)],
        })
      }`
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', '--noEmit', '--ignoreConfig']
    const target = ['--module', 'nodenext', '--target', 'es2024']
    const check = (url: URL) =>
      execFileSync(process.execPath, [TSC, ...strict, ...target, fileURLToPath(url)], { encoding: 'utf8' })
    expect(await withFile('types.test.ts', code, check)).toBe('')
  })
})
