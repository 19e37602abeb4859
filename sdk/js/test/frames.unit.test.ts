import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { framesOf } from '../src/frames.ts'
import { MemoryService } from '../src/index.ts'

interface Frame {
  type: string
  text?: string
}
const DONE: Frame = { type: 'done' }
const stageOf = ({ type }: Frame) => (type === 'done' ? 'complete' : type === 'error' ? 'last' : undefined)
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A stream of these chunks that then ends, or stays silent with `open`; `left` lists the reasons of cancellation. */
function streamOf(chunks: Uint8Array[], { open = false, error }: { open?: boolean; error?: Error } = {}) {
  const left: unknown[] = []
  const queue = [...chunks]
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = queue.shift()
        if (chunk) controller.enqueue(chunk)
        else if (error) controller.error(error)
        else if (!open) controller.close()
        return open && !chunk ? new Promise(() => {}) : undefined
      },
      cancel: (reason) => void left.push(reason),
    },
    { highWaterMark: 0 },
  )
  return { stream, left }
}

async function readAll(stream: ReadableStream<Uint8Array>, signal?: AbortSignal) {
  const frames: Frame[] = []
  let error: unknown
  try {
    for await (const frame of framesOf<Frame>(stream, stageOf, signal)) frames.push(frame)
  } catch (caught) {
    error = caught
  }
  return { frames, error }
}

afterEach(() => void vi.useRealTimers())

describe('readAll', () => {
  test('parses frames across any chunk boundaries, with LF or CRLF, and ignores other fields', async () => {
    const written = fc.record({
      text: fc.string({ unit: 'grapheme' }),
      isSpread: fc.boolean(),
      before: fc.constantFrom('', ': alive\n\n', 'event: message\n', 'id: 7\nretry: 10\n', ':\n'),
      colon: fc.constantFrom('data:', 'data: '),
    })
    const cuts = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(written, { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n'),
        cuts,
        async (all, end, cuts) => {
          const frames = [...all.map(({ text }) => ({ type: 'delta', text })), DONE]
          const events = frames.map((frame, at) => {
            const { isSpread = false, before = '', colon = 'data: ' } = all[at] ?? {}
            const lines = JSON.stringify(frame, null, isSpread ? 1 : 0).split('\n')
            return `${before}${lines.map((line) => `${colon}${line}\n`).join('')}\n`
          })
          const bytes = bytesOf(events.join('').replaceAll('\n', end))
          const chunks: Uint8Array[] = []
          for (let at = 0, round = 0; at < bytes.length; round++) {
            const size = cuts[round % cuts.length] as number
            chunks.push(bytes.subarray(at, at + size))
            at += size
          }
          expect(await readAll(streamOf(chunks).stream)).toEqual({ frames, error: undefined })
        },
      ),
    )
  })

  test('ends after the last frame without waiting for the end of the stream', async () => {
    const { stream, left } = streamOf([bytesOf('data: {"type":"error"}\n\ndata: {"type":"delta"}\n\n')], { open: true })
    expect(await readAll(stream)).toEqual({ frames: [{ type: 'error' }], error: undefined })
    expect(left).toHaveLength(1)
  })

  test('yields what follows a complete turn, however the stream ends', async () => {
    const recorded = { type: 'memory_recorded' }
    const chunks = [DONE, recorded].map((frame) => bytesOf(`data: ${JSON.stringify(frame)}\n\n`))
    for (const how of [{}, { error: new TypeError('terminated') }])
      expect(await readAll(streamOf(chunks, how).stream)).toEqual({ frames: [DONE, recorded], error: undefined })
  })

  test.each([
    ['ends', {}],
    ['ends within a frame', { rest: 'data: {"type":"do' }],
    ['ends within a letter', { rest: bytesOf('data: {"text":"é').subarray(0, -1) }],
    ['fails', { error: new TypeError('terminated') }],
  ])('yields the frames of a stream that %s too early, then throws', async (_how, how: {
    rest?: string | Uint8Array
    error?: Error
  }) => {
    const rest = typeof how.rest === 'string' ? bytesOf(how.rest) : how.rest
    const chunks = [bytesOf('data: {"type":"delta","text":"Hello"}\n\n'), ...(rest ? [rest] : [])]
    const { frames, error } = await readAll(streamOf(chunks, how).stream)
    expect(frames).toEqual([{ type: 'delta', text: 'Hello' }])
    expect(error).toMatchObject({ code: 'unreachable', ...(how.error ? { cause: how.error } : {}) })
  })

  test('rejects malformed and oversized frames', async () => {
    for (const text of ['data: {"type":\n\n', `data: ${'x'.repeat(1024 * 1024)}`]) {
      const { stream, left } = streamOf([bytesOf(text)], { open: true })
      expect((await readAll(stream)).error).toMatchObject({ code: 'invalid_response' })
      expect(left).toHaveLength(1)
    }
  })

  test('times out after a minute of silence; heartbeats reset the timeout', async () => {
    vi.useFakeTimers()
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 1; at <= 4; at++) setTimeout(() => controller.enqueue(bytesOf(':\n\n')), at * 59_000)
      },
    })
    let error: unknown
    const over = readAll(stream).then((result) => void (error = result.error))
    await vi.advanceTimersByTimeAsync(4 * 59_000 + 59_000)
    expect(error).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_000)
    await over
    expect(error).toMatchObject({ code: 'timeout' })
  })

  test('cancels the request when the signal aborts, throwing its reason, or when the loop ends early', async () => {
    const delta = bytesOf('data: {"type":"delta"}\n\n')
    const leaving = new AbortController()
    const aborted = streamOf([delta], { open: true })
    const over = readAll(aborted.stream, leaving.signal)
    await expect.poll(() => aborted.stream.locked).toBe(true)
    leaving.abort('enough')
    expect(await over).toMatchObject({ error: 'enough' })
    const { stream, left } = streamOf([delta], { open: true })
    const memory = new MemoryService({
      baseUrl: 'https://memory.example',
      token: 'mst_1',
      fetch: async () => new Response(stream, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }),
    })
    for await (const { type } of memory.chatStream({ intent: 'coach' })) {
      expect(type).toBe('delta')
      break
    }
    expect([aborted.left.length, left.length]).toEqual([1, 1])
  })
})
