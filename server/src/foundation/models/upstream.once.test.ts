import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ModelFailure } from './failure.ts'
import { openUpstreams, parseEvent, type Upstreams } from './upstream.ts'

/** Upstreams that hang, dribble or send odd bytes. */

const LIMITS = { firstByteMs: 400, silenceMs: 400, callMs: 1_500 }
const EVENTS = { 'content-type': 'text/event-stream' }

let server: Server
let upstreams: Upstreams
let respond: (response: ServerResponse) => unknown
let closed: Promise<unknown>
beforeEach(async () => {
  server = createServer((_request, response) => {
    closed = once(response, 'close')
    respond(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  upstreams = openUpstreams(true, LIMITS)
})
afterEach(async () => {
  await upstreams.close()
  server.closeAllConnections()
  server.close()
})

const target = () => ({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, key: undefined })
const request = () => ({ path: '/x', body: {}, signal: new AbortController().signal })
async function eventsOf() {
  const events: unknown[] = []
  for await (const event of upstreams.ofApps.events(target(), request())) events.push(event)
  return events
}
const failureOf = (call: Promise<unknown>): Promise<ModelFailure> =>
  call.then(
    () => new ModelFailure('refused', 'no'),
    (error) => error,
  )
/** Writes a text again and again until the connection is closed. */
function dribble(response: ServerResponse, text: string): void {
  const timer = setInterval(() => response.write(text), 50)
  response.once('close', () => clearInterval(timer))
}

test.each<[string, (response: ServerResponse) => unknown]>([
  ['sends nothing', () => {}],
  ['stops within a response', (response) => response.writeHead(200, EVENTS).write('data: {"a"')],
  ['sends comments without end', (response) => dribble(response.writeHead(200, EVENTS), ': ping\n\n')],
  ['sends a line without end', (response) => dribble(response.writeHead(200, EVENTS), 'data: x')],
])('ends the call of a server that %s', async (_name, act) => {
  respond = act
  for (const call of [() => eventsOf(), () => upstreams.ofApps.json(target(), request())]) {
    const failure = await failureOf(call())
    expect(failure).toBeInstanceOf(ModelFailure)
    expect(failure.kind).toBe('timeout')
    await closed
  }
})

test('reads events whatever the pieces they come in', async () => {
  const text =
    '\ufeff: hi\r\nevent: a\r\ndata: {"é":\r\ndata: "🦫"}\r\n\r\nid: 1\rdata:2\r\rdata\n\nretry: 5\n\ndata: [DONE]'
  const expected = [
    { event: 'a', data: '{"é":\n"🦫"}' },
    { event: undefined, data: '2' },
    { event: undefined, data: '' },
    { event: undefined, data: '[DONE]' },
  ]
  const bytes = Buffer.from(text)
  for (const size of [1, 2, 3, bytes.length]) {
    respond = async (response) => {
      response.writeHead(200, EVENTS)
      for (let at = 0; at < bytes.length; at += size) {
        response.write(bytes.subarray(at, at + size))
        if (size < 4) await new Promise(setImmediate)
      }
      response.end()
    }
    expect(await eventsOf()).toEqual(expected)
  }
})

test('reads no response or event of more values than it can parse without delaying others', async () => {
  const listOf = (value: string, length: number) => `{"z":[${`${value},`.repeat(length)}${value}]}`
  const answer = (text: string) => {
    respond = (response) => response.end(text)
    return upstreams.ofApps.json(target(), request())
  }
  expect(Object.keys(await answer(listOf('{}', 9_000)))).toEqual(['z'])
  expect(Object.keys(await answer(listOf('-1.5e-3', 190_000)))).toEqual(['z'])
  for (const [text, limit] of [
    [listOf('{}', 10_000), '20000 values'],
    [listOf('[]', 10_000), '20000 values'],
    [listOf('""', 20_000), '20000 values'],
    [`{"a":1${',"a":1'.repeat(20_000)}}`, '20000 values'],
    [listOf('7', 200_001), '200000 numbers'],
  ] as const)
    expect(await failureOf(answer(text))).toMatchObject({ kind: 'garbled', message: expect.stringContaining(limit) })
  expect(() => parseEvent(listOf('7', 20_000))).toThrow('at most 20000 values')
})

test('others run between the events of a stream', async () => {
  respond = (response) => response.writeHead(200, EVENTS).end('data: {}\n\n'.repeat(2_000))
  let turns = 0
  let timer = setImmediate(function turn() {
    turns++
    timer = setImmediate(turn)
  })
  await eventsOf()
  clearImmediate(timer)
  expect(turns).toBeGreaterThan(2_000 / 50)
})

test('limits what all responses take together', async () => {
  const large = `{"x":"${'x'.repeat(7 * 1024 * 1024)}`
  respond = (response) => response.writeHead(200).write(large)
  // No time limit may end a response before all of them together exceed the limit.
  const patient = openUpstreams(true, { firstByteMs: 60_000, silenceMs: 60_000, callMs: 60_000 })
  const controllers = Array.from({ length: 24 }, () => new AbortController())
  const calls = controllers.map(({ signal }) => failureOf(patient.ofApps.json(target(), { ...request(), signal })))
  expect(await Promise.race(calls)).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('large') })
  for (const controller of controllers) controller.abort()
  await Promise.all(calls)
  respond = (response) => response.end('{"a":1}')
  expect(await patient.ofApps.json(target(), request())).toEqual({ a: 1 })
  await patient.close()
})
