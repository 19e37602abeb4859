import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'

let model: ScriptedModel
beforeEach(async () => {
  model = await scriptedModel({ synonyms: [['coffee', 'espresso']] })
})
afterEach(() => model.close())

// biome-ignore lint/suspicious/noExplicitAny: replies of several shapes.
const json = async (reply: Response): Promise<any> => reply.json()
const post = (path: string, body: unknown) => fetch(model.url + path, { method: 'POST', body: JSON.stringify(body) })
const talk = (more = {}) =>
  post('/chat/completions', { messages: [{ role: 'user', content: 'Hello' }], stream: true, ...more })

describe('the scripted model', () => {
  test('puts texts near each other that share words or meanings, and others apart', async () => {
    const input = ['Ada drinks coffee', 'an espresso for Ada', 'trains run late']
    const { data } = await json(await post('/embeddings', { input }))
    const [a, b, c] = data.map(({ embedding }: { embedding: number[] }) => embedding)
    const near = (x: number[], y: number[]) => x.reduce((sum, part, at) => sum + part * (y[at] ?? 0), 0)
    expect(near(a, a)).toBeCloseTo(1)
    expect(near(a, b)).toBeGreaterThan(0.5)
    expect(near(a, c)).toBe(0)
    expect(model.texts()).toEqual(input)
  })

  test('says what it is told to, one script a call, then what it always says', async () => {
    model.chat('First words.', { status: 429, headers: { 'retry-after': '7' } })
    expect(await (await talk()).text()).toMatch(/"content":"First ".*"content":"words\.".*\[DONE\]/s)
    expect((await talk()).headers.get('retry-after')).toBe('7')
    expect(await (await talk()).text()).toContain('You ')
    expect(model.asked('chat').map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  test('tells usage where it is asked for', async () => {
    expect(await (await talk()).text()).not.toContain('usage')
    expect(await (await talk({ stream_options: { include_usage: true } })).text()).toContain('"prompt_tokens":2')
  })

  test('knows when its client has gone', async () => {
    const leaving = new AbortController()
    model.chat({ text: ['a', 'b'], hang: true })
    const body = JSON.stringify({ messages: [], stream: true })
    await fetch(`${model.url}/chat/completions`, { method: 'POST', body, signal: leaving.signal })
    expect(model.requests[0]?.state).toBe('open')
    leaving.abort()
    await model.once(() => model.requests[0]?.state === 'gone')
  })

  test('goes away and comes back at the same address', async () => {
    await talk()
    await model.goAway()
    await expect(talk()).rejects.toThrow()
    await model.comeBack()
    expect((await talk()).status).toBe(200)
  })

  test('gives structured answers that are as empty as the schema allows', async () => {
    const schema = { type: 'object', properties: { tags: { type: 'array' }, note: { type: 'string' } } }
    const reply = await talk({ stream: false, response_format: { type: 'json_schema', json_schema: { schema } } })
    expect(JSON.parse((await json(reply)).choices[0].message.content)).toEqual({ tags: [], note: '' })
    model.lacks.add('json_schema')
    expect((await talk({ stream: false, response_format: { type: 'json_schema' } })).status).toBe(400)
  })
})
