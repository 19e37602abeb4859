import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { eventStream } from './event-stream.ts'

const failed = (error: unknown) => ({ type: 'error', code: 'internal', message: (error as Error).message })
const soon = { firstFrameMs: 20, heartbeatMs: 20 }

/** A promise that is kept from outside. */
function later<T>() {
  let keep!: (value: T) => void
  const promise = new Promise<T>((resolve) => {
    keep = resolve
  })
  return { promise, keep }
}

test('each frame is one line of data, whatever is in it', async () => {
  async function* frames() {
    yield { text: 'two\nlines\u2028and more' }
    yield { text: ': no comment' }
  }
  const said = await text(await eventStream(frames(), { failed }))
  expect(said).toBe('data: {"text":"two\\nlines\u2028and more"}\n\ndata: {"text":": no comment"}\n\n')
})

test('what fails before the first frame is thrown', async () => {
  // biome-ignore lint/correctness/useYield: it fails before it gets there.
  async function* frames() {
    throw new Error('too early')
  }
  await expect(eventStream(frames(), { failed })).rejects.toThrow('too early')
})

test('sends a failure under way as the last frame', async () => {
  async function* frames() {
    yield { at: 1 }
    throw new Error('broke off')
  }
  expect(await text(await eventStream(frames(), { failed }))).toBe(
    'data: {"at":1}\n\ndata: {"type":"error","code":"internal","message":"broke off"}\n\n',
  )
})

test('a stream that is whole ends with its last word, one that failed does not', async () => {
  async function* frames(fails: boolean) {
    yield { at: 1 }
    if (fails) throw new Error('broke off')
  }
  const ending = { failed, end: '[DONE]' }
  expect(await text(await eventStream(frames(false), ending))).toBe('data: {"at":1}\n\ndata: [DONE]\n\n')
  expect(await text(await eventStream(frames(true), ending))).not.toContain('[DONE]')
})

test('a first frame that takes long is not waited for: comments come meanwhile, and then it, or its failure', async () => {
  for (const fails of [false, true]) {
    const gate = later<void>()
    async function* frames() {
      await gate.promise
      if (fails) throw new Error('after all')
      yield { at: 1 }
    }
    const events = await eventStream(frames(), { failed }, soon)
    const pieces: string[] = []
    for await (const piece of events) {
      pieces.push(String(piece))
      if (pieces.join('').startsWith(': heartbeat\n\n: heartbeat\n\n')) gate.keep()
    }
    expect(pieces.join('')).toMatch(/^(: heartbeat\n\n){2,}data: \{.*\}\n\n$/)
    expect(pieces.join('')).toContain(fails ? '"error"' : '{"at":1}')
  }
})

test('an answer that begins without a frame begins at once', async () => {
  async function* frames() {
    await new Promise(() => {})
    yield { at: 1 }
  }
  const events = await eventStream(frames(), { failed }, { firstFrameMs: 5, heartbeatMs: 3_600_000 })
  const { value } = await events[Symbol.asyncIterator]().next()
  expect(String(value)).toBe(': heartbeat\n\n')
  events.destroy()
})

test('frames are asked for no faster than they are taken', async () => {
  let made = 0
  async function* frames() {
    for (; made < 1_000; made++) yield { much: 'x'.repeat(10_000) }
  }
  const events = await eventStream(frames(), { failed })
  await new Promise((resolve) => events.once('readable', resolve))
  expect(made).toBeLessThan(20)
  events.destroy()
})

test('an unread stream ends its frames, too', async () => {
  const left = later<string>()
  async function* frames() {
    try {
      yield { at: 1 }
    } finally {
      left.keep('left')
    }
  }
  const events = await eventStream(frames(), { failed })
  events.destroy()
  expect(await left.promise).toBe('left')
})

test('leaving the stream leaves the frames, also when none is there yet', async () => {
  for (const waits of [false, true]) {
    const left = later<string>()
    const gate = later<void>()
    async function* frames() {
      try {
        yield { at: 1 }
        if (waits) await gate.promise
        yield { at: 2 }
      } finally {
        left.keep('left')
      }
    }
    const events = await eventStream(frames(), { failed }, soon)
    for await (const _piece of events) {
      if (waits) setTimeout(gate.keep, 1)
      break
    }
    expect(await left.promise).toBe('left')
  }
})
