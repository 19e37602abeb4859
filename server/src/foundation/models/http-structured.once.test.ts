import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SCRIPTED_NAME, type ScriptedModel, scriptedModel } from '../../../test/scripted-model.ts'
import type { ChatMessage, ChatModel } from './chat.ts'
import { GarbledOutput, ModelFailure } from './failure.ts'
import { openHttpChat } from './http-chat.ts'

const MESSAGES: ChatMessage[] = [
  { role: 'system', content: 'Find tags.' },
  { role: 'user', content: 'How are you today?' },
]
const SHAPE = { name: 'tags', schema: z.object({ tags: z.array(z.string()), why: z.string().optional() }) }
let model: ScriptedModel
let chat: ChatModel

beforeEach(async () => {
  model = await scriptedModel()
  chat = openHttpChat({ url: model.url, name: 'a-model', apiKey: 'sk-very-secret-key' })
})
afterEach(() => model.close())

const request = (signal = new AbortController().signal) => chat.structuredOutput(MESSAGES, SHAPE, signal)
const formats = () => model.requests.map(({ body }) => body.response_format?.type ?? 'none')

describe('a structured output over HTTP', () => {
  test('is requested with a strict schema and returned with its usage', async () => {
    model.structured({ json: { tags: ['warm'], why: null }, usage: { prompt_tokens: 31, completion_tokens: 7 } })
    const usage = { tokensIn: 31, tokensOut: 7, model: SCRIPTED_NAME, estimated: false }
    expect(await request()).toEqual({ value: { tags: ['warm'] }, usage })
    const schema = {
      type: 'object',
      properties: {
        tags: { type: 'array', items: { type: 'string' } },
        why: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
      required: ['tags', 'why'],
      additionalProperties: false,
    }
    expect(model.requests[0]?.body).toEqual({
      model: 'a-model',
      messages: MESSAGES,
      response_format: { type: 'json_schema', json_schema: { name: 'tags', strict: true, schema } },
    })
  })

  test('falls back to other formats once, on servers without schemas or formats', async () => {
    model.always('structured', 'Here you are: ```json\n{"tags":["warm"]}\n```')
    model.unsupported.add('json_schema')
    for (let i = 0; i < 2; i++) expect((await request()).value).toEqual({ tags: ['warm'] })
    model.unsupported.add('json_object')
    for (let i = 0; i < 2; i++) expect((await request()).value).toEqual({ tags: ['warm'] })
    expect(formats()).toEqual(['json_schema', 'json_object', 'json_object', 'json_object', 'none', 'none'])
    const { messages } = model.requests.at(-1)?.body ?? {}
    expect(messages).toHaveLength(2)
    expect(messages[0].content).toMatch(/^Find tags\.\n\nAnswer with one JSON object .*"tags":\{"type":"array"/s)
  })

  test('fails as refused when every format is refused, and tries all formats again on the next call', async () => {
    model.structured({ status: 400 }, { status: 422 }, { status: 400 })
    await expect(request()).rejects.toMatchObject({ kind: 'refused' })
    await request()
    expect(formats()).toEqual(['json_schema', 'json_object', 'none', 'json_schema'])
  })

  test('fails as garbled with its usage for other output; the next prompt describes the schema', async () => {
    model.structured(
      { text: 'I feel fine.', usage: { prompt_tokens: 31, completion_tokens: 7 } },
      { json: { tags: 'x' } },
    )
    const failure = await request().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(GarbledOutput)
    expect(failure).toMatchObject({ kind: 'garbled', usage: { tokensIn: 31, tokensOut: 7, estimated: false } })
    await expect(request()).rejects.toBeInstanceOf(GarbledOutput)
    expect(formats()).toEqual(['json_schema', 'json_schema'])
    expect(model.requests.map(({ body }) => /JSON/.test(body.messages[0].content))).toEqual([false, true])
  })

  test('fails as refused when the model refuses', async () => {
    model.structured({ refusal: 'I would rather not.' }, { text: '', finish: 'content_filter' })
    await expect(request()).rejects.toMatchObject({ kind: 'refused' })
    await expect(request()).rejects.toMatchObject({ kind: 'refused' })
  })

  test.each([
    ['an unknown model', { status: 404 }, 'refused'],
    ['a server error', { status: 502 }, 'unreachable'],
    ['a truncated document', { json: { tags: [] }, cut: 'end' }, 'garbled'],
    ['a broken connection', { json: { tags: [] }, cut: 'break' }, 'unreachable'],
    ['empty output', { text: '' }, 'garbled'],
    ['no choices', { raw: '{"choices":[]}' }, 'garbled'],
    ['too many requests', { status: 429, headers: { 'retry-after': '3' } }, 'rate_limited'],
  ] as const)('fails for %s', async (_, script, kind) => {
    model.structured(script)
    const failure = await request().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ModelFailure)
    expect(failure).toMatchObject({ kind })
  })

  test('succeeds or throws a ModelFailure for any text, truncated at any byte', async () => {
    const around = fc.string({ unit: 'grapheme', maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(around, around, fc.double({ min: 0, max: 1, noNaN: true }), async (before, after, part) => {
        const message = { content: `${before}{"tags":["warm"]}${after}` }
        const raw = JSON.stringify({ choices: [{ message }] })
        model.structured({ raw: raw.slice(0, Math.ceil(raw.length * part)) })
        const outcome = await request().catch((error: unknown) => error)
        if (!(outcome instanceof ModelFailure)) expect(outcome).toMatchObject({ value: { tags: ['warm'] } })
      }),
    )
  })

  test('is aborted at once with its caller', async () => {
    const caller = new AbortController()
    model.structured({ hang: true })
    const pending = request(caller.signal)
    await model.until(() => model.requests.length === 1)
    caller.abort()
    await expect(pending).rejects.toMatchObject({ kind: 'timeout' })
    await model.until(() => model.requests[0]?.state === 'closed')
  })
})
