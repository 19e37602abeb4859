import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ModelRequest, type ScriptedModel, scriptedModel } from '../../../test/scripted-model.ts'
import type { Embedder } from './embedder.ts'
import { ModelFailure } from './failure.ts'
import { openHttpEmbedder } from './http-embedder.ts'

const KEY = 'sk-very-secret-key'
const noAbort = () => new AbortController().signal
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
  const error = await embedder.embed(texts, noAbort()).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ModelFailure)
  return error as ModelFailure
}
const kindOf = async (texts?: string[]) => (await failure(texts)).kind

describe('an embedder over HTTP', () => {
  test('returns unit vectors in the order of the texts and sends only its own headers', async () => {
    const vectors = await embedder.embed(['tea with milk', 'trains'], noAbort())
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

  test('works without a key', async () => {
    const keyless = openHttpEmbedder({ url: model.url, model: 'm'.repeat(300) })
    await keyless.embed(['tea'], noAbort())
    expect(model.requests[0]?.headers.authorization).toBeUndefined()
    expect(keyless.name).toHaveLength(200)
    expect([embedder.name, embedder.batchMax]).toEqual(['http:text-embedding-3-small', 128])
    await keyless.close()
  })

  test('orders vectors by index and normalizes them', async () => {
    const data = [
      { index: 1, embedding: [0, 5] },
      { index: 0, embedding: [3, 4] },
    ]
    model.embed({ raw: JSON.stringify({ data }) })
    const [a, b] = await embedder.embed(['a', 'b'], noAbort())
    expect([a?.[0], a?.[1]]).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.8, 6)])
    expect([...(b ?? [])]).toEqual([0, 1])
  })

  test('returns zeros for blank texts and cuts long texts between characters', async () => {
    const [blank, long, tea] = await embedder.embed([' \n', `${'x'.repeat(8_191)}😀`, 'tea'], noAbort())
    expect([lengthOf(blank ?? Float32Array.of(9)), blank?.length]).toEqual([0, tea?.length])
    expect(lengthOf(long ?? Float32Array.of(0))).toBeCloseTo(1, 5)
    expect(model.texts()).toEqual(['.', `${'x'.repeat(8_191)} `, 'tea'])
    expect(await embedder.embed([], noAbort())).toEqual([])
  })

  test('splits texts into requests by count and length', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 300 }),
        async (lengths) => {
          const before = model.requests.length
          const texts = lengths.map((length, at) => `w${at} `.padEnd(length, 'y'))
          expect(await embedder.embed(texts, noAbort())).toHaveLength(texts.length)
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

describe('an embedder fails as garbled', () => {
  const responseWith = (embedding: unknown, index = 0) => JSON.stringify({ data: [{ index, embedding }] })
  test.each([
    ['too few vectors', { vectors: [] }],
    ['too many vectors', { vectors: [[1], [1]] }],
    ['words', { vectors: [['x', 'y']] }],
    ['nulls', { vectors: [[1, null]] }],
    ['an empty vector', { vectors: [[]] }],
    ['infinite numbers', { raw: '{"data":[{"index":0,"embedding":[1e999,1]}]}' }],
    ['numbers too large', { vectors: [[1.7e308, 1.7e308]] }],
    ['an index out of range', { raw: responseWith([1], 7) }],
    ['a truncated document', { cut: 'end' as const }],
    ['an HTML page', { raw: '<html>', headers: { 'content-type': 'text/html' } }],
    ['an empty body', { raw: '' }],
    ['another document', { raw: '[]' }],
  ])('for %s', async (_, script) => {
    model.embed(script)
    expect(await kindOf()).toBe('garbled')
  })

  test('for two vectors with one index', async () => {
    const data = [0, 0].map((index) => ({ index, embedding: [1] }))
    model.embed({ raw: JSON.stringify({ data }) })
    expect(await kindOf(['a', 'b'])).toBe('garbled')
  })

  test('for vectors of different lengths', async () => {
    model.embed({ vectors: [[1], [1, 2]] })
    expect(await kindOf(['a', 'b'])).toBe('garbled')
  })

  test('for a response that is too long', async () => {
    const data = [{ index: 0, embedding: [1] }]
    model.embed({ raw: JSON.stringify({ data, more: 'x'.repeat(33 * 1024 * 1024) }) })
    expect((await failure()).message).toMatch(/more than \d+ bytes/)
  })

  test('for a response truncated at any byte', async () => {
    const whole = JSON.stringify({ data: [{ index: 0, embedding: [0.25, 1] }] })
    for (let at = 0; at < whole.length; at++) {
      model.embed({ raw: whole.slice(0, at) })
      expect(await kindOf()).toBe('garbled')
    }
  })
})

describe('an embedder whose server fails', () => {
  test.each([
    [400, 'refused'],
    [401, 'refused'],
    [404, 'refused'],
    [307, 'refused'],
    [408, 'timeout'],
    [429, 'rate_limited'],
    [500, 'unreachable'],
    [503, 'unreachable'],
  ])('maps status %i to %s without a retry', async (status, kind) => {
    model.embed({ status, headers: { location: 'http://127.0.0.1:1/' } })
    expect(await kindOf()).toBe(kind)
    expect(model.requests).toHaveLength(1)
  })

  test('reads Retry-After as seconds and as a date', async () => {
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

  test('fails as unreachable while the server is offline and recovers', async () => {
    await embedder.embed(['a'], noAbort())
    await model.goOffline()
    expect(await kindOf()).toBe('unreachable')
    await model.goOnline()
    expect(await embedder.embed(['a'], noAbort())).toHaveLength(1)
    model.embed({ cut: 'break' })
    expect(await kindOf()).toBe('unreachable')
  })

  test('times out when the server hangs', async () => {
    const impatient = openHttpEmbedder({ url: model.url, limits: { callMs: 50 } })
    model.always('embed', { hang: true })
    // On a busy machine the time can be over before the request reaches the server.
    do await expect(impatient.embed(['a'], noAbort())).rejects.toMatchObject({ kind: 'timeout' })
    while (!model.requests.length)
    await model.until(() => model.requests[0]?.state === 'closed')
    await impatient.close()
  })

  test('aborts the request with its caller', async () => {
    const caller = new AbortController()
    model.embed({ hang: true })
    const call = embedder.embed(['a'], caller.signal)
    await model.until(() => model.requests.length === 1)
    caller.abort()
    await expect(call).rejects.toMatchObject({ kind: 'timeout' })
    await model.until(() => model.requests[0]?.state === 'closed')
    await expect(embedder.embed(['a'], caller.signal)).rejects.toMatchObject({ kind: 'timeout' })
    expect(model.requests).toHaveLength(1)
  })

  test('throws errors that contain neither the key nor a text the server quotes', async () => {
    const echo = ({ headers, body }: ModelRequest) =>
      JSON.stringify({ error: { message: `${headers.authorization} ${body.input}`, code: KEY, type: KEY } })
    for (const status of [401, 429, 500, 200])
      for (const cut of [undefined, 'break'] as const) {
        model.embed((request) => ({ status, raw: echo(request), headers: { 'x-key': KEY }, cut }))
        const error = await failure(['my private text'])
        const { message, stack, cause } = error
        const visible = JSON.stringify([error, message, stack, cause, Object.getOwnPropertyDescriptors(error)])
        expect(visible).not.toMatch(/sk-very|private text/)
      }
  })
})
