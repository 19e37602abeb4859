import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ModelRequest, type ScriptedModel, scriptedModel } from '../../../test/scripted-model.ts'
import type { Embedder } from './embedder.ts'
import { ModelFailure } from './failure.ts'
import { openHttpEmbedder } from './http-embedder.ts'

const KEY = 'sk-very-secret-key'
const patience = () => new AbortController().signal
let model: ScriptedModel
let embedder: Embedder

beforeEach(async () => {
  model = await scriptedModel()
  embedder = openHttpEmbedder({ url: model.url, apiKey: KEY })
})
afterEach(async () => {
  await embedder.close()
  await model.close()
})

const lengthOf = (vector: Float32Array) => Math.hypot(...vector)
const failure = async (texts = ['a']): Promise<ModelFailure> => {
  const error = await embedder.embed(texts, patience()).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ModelFailure)
  return error as ModelFailure
}
const kindOf = async (texts?: string[]) => (await failure(texts)).kind

describe('vectors over HTTP', () => {
  test('are unit vectors in the order of the texts, asked for as floats, with the key and no other header', async () => {
    const vectors = await embedder.embed(['tea with milk', 'trains'], patience())
    expect(vectors.map(lengthOf)).toEqual([expect.closeTo(1, 5), expect.closeTo(1, 5)])
    const [request] = model.requests
    expect(request?.body).toEqual({
      model: 'text-embedding-3-small',
      input: ['tea with milk', 'trains'],
      encoding_format: 'float',
    })
    expect(request?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(Object.keys(request?.headers ?? {}).filter((name) => /stainless|openai/.test(name))).toEqual([])
  })

  test('need no key where the server needs none', async () => {
    const open = openHttpEmbedder({ url: model.url, model: 'm'.repeat(300) })
    await open.embed(['tea'], patience())
    expect(model.requests[0]?.headers.authorization).toBeUndefined()
    expect(open.name).toHaveLength(200)
    expect([embedder.name, embedder.batchMax]).toEqual(['http:text-embedding-3-small', 128])
    await open.close()
  })

  test('are put in order by their index, and made unit length', async () => {
    const data = [
      { index: 1, embedding: [0, 5] },
      { index: 0, embedding: [3, 4] },
    ]
    model.embed({ raw: JSON.stringify({ data }) })
    const [a, b] = await embedder.embed(['a', 'b'], patience())
    expect([a?.[0], a?.[1]]).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.8, 6)])
    expect([...(b ?? [])]).toEqual([0, 1])
  })

  test('of nothing are all 0; texts are cut to what models read, and never through a character', async () => {
    const [blank, long, tea] = await embedder.embed([' \n', `${'x'.repeat(8_191)}😀`, 'tea'], patience())
    expect([lengthOf(blank ?? Float32Array.of(9)), blank?.length]).toEqual([0, tea?.length])
    expect(lengthOf(long ?? Float32Array.of(0))).toBeCloseTo(1, 5)
    expect(model.texts()).toEqual(['.', `${'x'.repeat(8_191)} `, 'tea'])
    expect(await embedder.embed([], patience())).toEqual([])
  })

  test('come in as many requests as the sizes need, one vector for each text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 300 }),
        async (lengths) => {
          const before = model.requests.length
          const texts = lengths.map((length, at) => `w${at} `.padEnd(length, 'y'))
          expect(await embedder.embed(texts, patience())).toHaveLength(texts.length)
          const inputs = model.requests.slice(before).map(({ body }) => body.input as string[])
          expect(inputs.flat()).toEqual(texts.map((text) => text.slice(0, 8_192)))
          for (const input of inputs) {
            expect(input.length).toBeLessThanOrEqual(128)
            expect(input.join('').length).toBeLessThanOrEqual(250_000)
          }
        },
      ),
      { numRuns: 20 },
    )
  })
})

describe('what is no answer is garbled:', () => {
  const many = (embedding: unknown, index = 0) => JSON.stringify({ data: [{ index, embedding }] })
  test.each([
    ['too few vectors', { vectors: [] }],
    ['too many', { vectors: [[1], [1]] }],
    ['words', { vectors: [['x', 'y']] }],
    ['nulls', { vectors: [[1, null]] }],
    ['an empty vector', { vectors: [[]] }],
    ['numbers without end', { raw: '{"data":[{"index":0,"embedding":[1e999,1]}]}' }],
    ['numbers too large', { vectors: [[1.7e308, 1.7e308]] }],
    ['an index out of range', { raw: many([1], 7) }],
    ['half a document', { cut: 'end' as const }],
    ['a page', { raw: '<html>', headers: { 'content-type': 'text/html' } }],
    ['nothing', { raw: '' }],
    ['another document', { raw: '[]' }],
  ])('%s', async (_, reply) => {
    model.embed(reply)
    expect(await kindOf()).toBe('garbled')
  })

  test('two vectors for one text', async () => {
    const data = [0, 0].map((index) => ({ index, embedding: [1] }))
    model.embed({ raw: JSON.stringify({ data }) })
    expect(await kindOf(['a', 'b'])).toBe('garbled')
  })

  test('vectors of several lengths', async () => {
    model.embed({ vectors: [[1], [1, 2]] })
    expect(await kindOf(['a', 'b'])).toBe('garbled')
  })

  test('more than is read', async () => {
    const data = [{ index: 0, embedding: [1] }]
    model.embed({ raw: JSON.stringify({ data, more: 'x'.repeat(33 * 1024 * 1024) }) })
    expect((await failure()).message).toMatch(/more than \d+ bytes/)
  })

  test('an answer cut off at any byte', async () => {
    const whole = JSON.stringify({ data: [{ index: 0, embedding: [0.25, 1] }] })
    for (let at = 0; at < whole.length; at++) {
      model.embed({ raw: whole.slice(0, at) })
      expect(await kindOf()).toBe('garbled')
    }
  })
})

describe('a failing server', () => {
  test.each([
    [400, 'refused'],
    [401, 'refused'],
    [404, 'refused'],
    [307, 'refused'],
    [408, 'timeout'],
    [429, 'rate_limited'],
    [500, 'unreachable'],
    [503, 'unreachable'],
  ])('with status %i is %s, asked once', async (status, kind) => {
    model.embed({ status, headers: { location: 'http://127.0.0.1:1/' } })
    expect(await kindOf()).toBe(kind)
    expect(model.requests).toHaveLength(1)
  })

  test('that asks us to wait is understood in seconds and as a date', async () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString()
    const waits = []
    for (const header of ['7', inAMinute, 'soon', '99999999']) {
      model.embed({ status: 429, headers: { 'retry-after': header } })
      waits.push((await failure()).retryAfterMs)
    }
    expect(waits).toEqual([7_000, expect.any(Number), undefined, 86_400_000])
    expect(waits[1]).toBeGreaterThan(30_000)
    expect(waits[1]).toBeLessThanOrEqual(60_000)
  })

  test('that is away is unreachable, and is found again when it is back', async () => {
    await embedder.embed(['a'], patience())
    await model.goAway()
    expect(await kindOf()).toBe('unreachable')
    await model.comeBack()
    expect(await embedder.embed(['a'], patience())).toHaveLength(1)
    model.embed({ cut: 'break' })
    expect(await kindOf()).toBe('unreachable')
  })

  test('that hangs is given up in time', async () => {
    const hasty = openHttpEmbedder({ url: model.url, limits: { callMs: 50 } })
    model.embed({ hang: true })
    await expect(hasty.embed(['a'], patience())).rejects.toMatchObject({ kind: 'timeout' })
    await model.once(() => model.requests[0]?.state === 'gone')
    await hasty.close()
  })

  test('is let go at once when the caller gives up', async () => {
    const caller = new AbortController()
    model.embed({ hang: true })
    const call = embedder.embed(['a'], caller.signal)
    await model.once(() => model.requests.length === 1)
    caller.abort()
    await expect(call).rejects.toMatchObject({ kind: 'timeout' })
    await model.once(() => model.requests[0]?.state === 'gone')
    await expect(embedder.embed(['a'], caller.signal)).rejects.toMatchObject({ kind: 'timeout' })
    expect(model.requests).toHaveLength(1)
  })

  test('that repeats the key or the text tells neither', async () => {
    const echo = ({ headers, body }: ModelRequest) =>
      JSON.stringify({ error: { message: `${headers.authorization} ${body.input}`, code: KEY, type: KEY } })
    for (const status of [401, 429, 500, 200])
      for (const cut of [undefined, 'break'] as const) {
        model.embed((request) => ({ status, raw: echo(request), headers: { 'x-key': KEY }, cut }))
        const error = await failure(['my private text'])
        const { message, stack, cause } = error
        const told = JSON.stringify([error, message, stack, cause, Object.getOwnPropertyDescriptors(error)])
        expect(told).not.toMatch(/sk-very|private text/)
      }
  })
})
