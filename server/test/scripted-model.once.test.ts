import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'

let model: ScriptedModel
beforeEach(async () => {
  model = await scriptedModel({ synonyms: [['coffee', 'espresso']] })
})
afterEach(() => model.close())

// biome-ignore lint/suspicious/noExplicitAny: responses of several shapes.
const json = async (response: Response): Promise<any> => response.json()
const post = (path: string, body: unknown) => fetch(model.url + path, { method: 'POST', body: JSON.stringify(body) })
const talk = (more = {}) =>
  post('/chat/completions', { messages: [{ role: 'user', content: 'Hello' }], stream: true, ...more })

describe('the scripted model', () => {
  test('embeds texts with common words or synonyms close to each other', async () => {
    const input = ['Ada drinks coffee', 'an espresso for Ada', 'trains run late']
    const { data } = await json(await post('/embeddings', { input }))
    const [a, b, c] = data.map(({ embedding }: { embedding: number[] }) => embedding)
    const similarity = (x: number[], y: number[]) => x.reduce((sum, part, at) => sum + part * (y[at] ?? 0), 0)
    expect(similarity(a, a)).toBeCloseTo(1)
    expect(similarity(a, b)).toBeGreaterThan(0.5)
    expect(similarity(a, c)).toBe(0)
    expect(model.texts()).toEqual(input)
  })

  test('uses one script per request, then the default', async () => {
    model.chat('First words.', { status: 429, headers: { 'retry-after': '7' } })
    expect(await (await talk()).text()).toMatch(/"content":"First ".*"content":"words\.".*\[DONE\]/s)
    expect((await talk()).headers.get('retry-after')).toBe('7')
    expect(await (await talk()).text()).toContain('You ')
    expect(model.requestsOf('chat').map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  test('streams the usage if it is requested', async () => {
    expect(await (await talk()).text()).not.toContain('usage')
    expect(await (await talk({ stream_options: { include_usage: true } })).text()).toContain('"prompt_tokens":2')
  })

  test('notices a client that disconnects', async () => {
    const client = new AbortController()
    model.chat({ text: ['a', 'b'], hang: true })
    const body = JSON.stringify({ messages: [], stream: true })
    await fetch(`${model.url}/chat/completions`, { method: 'POST', body, signal: client.signal })
    expect(model.requests[0]?.state).toBe('open')
    client.abort()
    await model.until(() => model.requests[0]?.state === 'closed')
  })

  test('goes offline and online at the same address', async () => {
    await talk()
    await model.goOffline()
    await expect(talk()).rejects.toThrow()
    await model.goOnline()
    expect((await talk()).status).toBe(200)
  })

  test('returns structured outputs that are as empty as the schema allows', async () => {
    const schema = { type: 'object', properties: { tags: { type: 'array' }, note: { type: 'string' } } }
    const response = await talk({ stream: false, response_format: { type: 'json_schema', json_schema: { schema } } })
    expect(JSON.parse((await json(response)).choices[0].message.content)).toEqual({ tags: [], note: '' })
    model.unsupported.add('json_schema')
    expect((await talk({ stream: false, response_format: { type: 'json_schema' } })).status).toBe(400)
  })
})
