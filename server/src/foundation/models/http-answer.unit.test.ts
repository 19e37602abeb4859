import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SCRIPTED_NAME, type ScriptedModel, scriptedModel } from '../../../test/scripted-model.ts'
import type { ChatMessage, ChatModel } from './chat.ts'
import { GarbledAnswer, ModelFailure } from './failure.ts'
import { openHttpChat } from './http-chat.ts'

const ASKED: ChatMessage[] = [
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

const answer = (signal = new AbortController().signal) => chat.answer(ASKED, SHAPE, signal)
const formats = () => model.requests.map(({ body }) => body.response_format?.type ?? 'none')

describe('an answer', () => {
  test('has the shape asked for, under a strict schema, and tells what it cost', async () => {
    model.answer({ json: { tags: ['warm'], why: null }, usage: { prompt_tokens: 31, completion_tokens: 7 } })
    const usage = { tokensIn: 31, tokensOut: 7, model: SCRIPTED_NAME, estimated: false }
    expect(await answer()).toEqual({ value: { tags: ['warm'] }, usage })
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
      messages: ASKED,
      response_format: { type: 'json_schema', json_schema: { name: 'tags', strict: true, schema } },
    })
  })

  test('comes from servers that know no schemas, or no formats at all, which are asked for them only once', async () => {
    model.always('answer', 'Here you are: ```json\n{"tags":["warm"]}\n```')
    model.lacks.add('json_schema')
    for (let i = 0; i < 2; i++) expect((await answer()).value).toEqual({ tags: ['warm'] })
    model.lacks.add('json_object')
    for (let i = 0; i < 2; i++) expect((await answer()).value).toEqual({ tags: ['warm'] })
    expect(formats()).toEqual(['json_schema', 'json_object', 'json_object', 'json_object', 'none', 'none'])
    const { messages } = model.requests.at(-1)?.body ?? {}
    expect(messages).toHaveLength(2)
    expect(messages[0].content).toMatch(/^Find tags\.\n\nAnswer with one JSON object .*"tags":\{"type":"array"/s)
  })

  test('that is refused in every format is refused, and the formats are asked for again', async () => {
    model.answer({ status: 400 }, { status: 422 }, { status: 400 })
    await expect(answer()).rejects.toMatchObject({ kind: 'refused' })
    await answer()
    expect(formats()).toEqual(['json_schema', 'json_object', 'none', 'json_schema'])
  })

  test('that is nonsense is garbled and has its cost; the next one is asked for in words too', async () => {
    model.answer({ text: 'I feel fine.', usage: { prompt_tokens: 31, completion_tokens: 7 } }, { json: { tags: 'x' } })
    const failure = await answer().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(GarbledAnswer)
    expect(failure).toMatchObject({ kind: 'garbled', usage: { tokensIn: 31, tokensOut: 7, estimated: false } })
    await expect(answer()).rejects.toBeInstanceOf(GarbledAnswer)
    expect(formats()).toEqual(['json_schema', 'json_schema'])
    expect(model.requests.map(({ body }) => /JSON/.test(body.messages[0].content))).toEqual([false, true])
  })

  test('that refuses is refused', async () => {
    model.answer({ refusal: 'I would rather not.' }, { text: '', finish: 'content_filter' })
    await expect(answer()).rejects.toMatchObject({ kind: 'refused' })
    await expect(answer()).rejects.toMatchObject({ kind: 'refused' })
  })

  test.each([
    ['an unknown model', { status: 404 }, 'refused'],
    ['a server in trouble', { status: 502 }, 'unreachable'],
    ['half a document', { json: { tags: [] }, cut: 'end' }, 'garbled'],
    ['a broken connection', { json: { tags: [] }, cut: 'break' }, 'unreachable'],
    ['an empty answer', { text: '' }, 'garbled'],
    ['no choices', { raw: '{"choices":[]}' }, 'garbled'],
    ['too many requests', { status: 429, headers: { 'retry-after': '3' } }, 'rate_limited'],
  ] as const)('fails plainly: %s', async (_, reply, kind) => {
    model.answer(reply)
    const failure = await answer().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ModelFailure)
    expect(failure).toMatchObject({ kind })
  })

  test('of any text, cut off at any byte, is an answer or a ModelFailure', async () => {
    const around = fc.string({ unit: 'grapheme', maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(around, around, fc.double({ min: 0, max: 1, noNaN: true }), async (before, after, part) => {
        const message = { content: `${before}{"tags":["warm"]}${after}` }
        const raw = JSON.stringify({ choices: [{ message }] })
        model.answer({ raw: raw.slice(0, Math.ceil(raw.length * part)) })
        const outcome = await answer().catch((error: unknown) => error)
        if (!(outcome instanceof ModelFailure)) expect(outcome).toMatchObject({ value: { tags: ['warm'] } })
      }),
    )
  })

  test('is given up at once with its caller', async () => {
    const caller = new AbortController()
    model.answer({ hang: true })
    const asking = answer(caller.signal)
    await model.once(() => model.requests.length === 1)
    caller.abort()
    await expect(asking).rejects.toMatchObject({ kind: 'timeout' })
    await model.once(() => model.requests[0]?.state === 'gone')
  })
})
