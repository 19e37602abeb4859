import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freePort } from '../../server/test/process.ts'
import { linesOf, TOO_LONG } from '../src/bridge/lines.ts'
import { headersOf, messageOf } from '../src/bridge/message.ts'
import { type Any, after, answering, ask, json, MODERN, said } from './bridged.ts'

describe('a bridge', () => {
  test('carries a request with its credential, and the response', async () => {
    const { url, asked } = await answering(({ body }, response) =>
      json(response, { jsonrpc: '2.0', id: body.id, result: {} }),
    )
    const { messages, log } = await said(url, [ask(1), ask(2)])
    expect(messages.map(({ id }) => id).sort()).toEqual([1, 2])
    expect(log).toEqual([])
    const { headers, path, body } = asked[0]!
    expect([path, headers.authorization, headers.accept]).toEqual([
      '/mcp',
      'Bearer mst_x',
      'application/json, text/event-stream',
    ])
    expect(body.method).toBe('ping')
  })

  test('says again in headers what a message of 2026 says, and of one before no more than the agreed revision', async () => {
    const { url, asked } = await answering(({ body }, response) =>
      json(response, { jsonrpc: '2.0', id: body.id, result: { protocolVersion: '2025-11-25' } }),
    )
    await said(url, [ask(1, 'tools/call', { name: 'remember', ...MODERN })])
    await said(url, [ask(1, 'initialize'), ask(2, 'tools/list')])
    const mirrored = asked.map(({ headers }) => [
      headers['mcp-protocol-version'],
      headers['mcp-method'],
      headers['mcp-name'],
    ])
    expect(mirrored[0]).toEqual(['2026-07-28', 'tools/call', 'remember'])
    expect(mirrored[1]).toEqual([undefined, undefined, undefined])
    expect(headersOf(ask(1, 'tools/list') as Any, '2025-11-25')).toEqual({ 'mcp-protocol-version': '2025-11-25' })
  })

  test('what a name is comes out of the header again, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const { 'mcp-name': header = '' } = headersOf(ask(1, 'tools/call', { name, ...MODERN }) as Any)
        expect(header).toMatch(/^[!-~]([\t -~]*[!-~])?$/)
        const [, base64] = /^=\?base64\?(.*)\?=$/.exec(header) ?? []
        expect(base64 === undefined ? header : Buffer.from(base64, 'base64').toString()).toBe(
          Buffer.from(name).toString(),
        )
      }),
    )
  })

  test('tells what is told on the way, and the response at the end of a stream', async () => {
    const { url } = await answering(({ body }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': alive\n\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\n\n')
      response.end(`event: message\ndata: {"jsonrpc":"2.0",\ndata: "id":${body.id},"result":{"tools":[]}}\n\n`)
    })
    const { messages } = await said(url, [ask(7)])
    expect(messages.map(({ method, id }) => method ?? id)).toEqual(['notifications/progress', 7])
  })

  test('answers each request, whatever happens to it', async () => {
    const { url } = await answering(({ body }, response) => {
      if (body.id === 1) json(response, { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'no' } }, 413)
      if (body.id === 2) response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
      if (body.id === 3) response.destroy()
      if (body.id === 4) response.writeHead(302, { location: 'https://elsewhere.example' }).end()
      if (body.id === 5) response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {}\n\n')
      if (body.id === 6) response.writeHead(202).end()
    })
    const { messages } = await said(
      url,
      [1, 2, 3, 4, 5, 6].map((id) => ask(id)),
    )
    const errors = Object.fromEntries(messages.map(({ id, error }) => [id, error?.message]))
    expect(errors).toMatchObject({
      1: 'no',
      2: expect.stringContaining('is not the service'),
      3: expect.stringContaining('cannot be reached'),
      4: expect.stringContaining('is not the service'),
      6: expect.stringContaining('is not the service'),
    })
    expect(errors[5]).toMatch(/broke off/)
  })

  test('does not wait for ever, whatever the garbage collector takes, and is silent about what was cancelled', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const collecting = setInterval(() => collect(), 5)
    after(() => clearInterval(collecting))
    const { url, asked } = await answering(() => {})
    const late = await said(url, [ask(1)], { answerMs: 50 })
    expect(late.messages).toMatchObject([{ id: 1, error: { message: 'No answer within 0.05 seconds.' } }])
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    expect((await said(url, [ask(1), cancel])).messages).toEqual([])
    expect(asked.every(({ body }) => body.method === 'ping')).toBe(true)
  })

  test('waits for a service that is being started anew, and sends again only what was not begun', async () => {
    const port = await freePort()
    const waiting = said(`http://127.0.0.1:${port}`, [ask(1)], { awayMs: 20_000 })
    // Time enough to be turned away at least once; with less of it the test only proves less.
    await sleep(100)
    const deeds = [
      (response: ServerResponse) => json(response, { error: { code: 'unavailable', message: 'Starting.' } }, 503),
      (response: ServerResponse) => json(response, { jsonrpc: '2.0', id: 1, result: {} }),
    ]
    const { asked, url } = await answering((_asked, response) => deeds.shift()?.(response) ?? response.destroy(), port)
    expect(await waiting).toEqual({ messages: [{ jsonrpc: '2.0', id: 1, result: {} }], log: [] })
    expect(asked).toHaveLength(2)
    const { messages } = await said(url, [ask(2)], { awayMs: 20_000 })
    expect(messages).toMatchObject([{ id: 2, error: { message: expect.stringContaining('cannot be reached') } }])
    expect(asked).toHaveLength(3)
  })

  test('passes over what is no message, and goes on', async () => {
    const { url } = await answering(({ body }, response) => json(response, { jsonrpc: '2.0', id: body.id, result: {} }))
    const { messages } = await said(url, ['', '{', '[]', '"x"', 'x'.repeat(3_000_000), ask(1)])
    expect(messages.map(({ id, error }) => [id, error?.code])).toEqual([
      ...Array.from({ length: 4 }, () => [null, -32_700]),
      [1, undefined],
    ])
  })

  test('lines come out as they went in, however they are cut, and none is longer than it may be', async () => {
    const cut = fc.array(fc.uint8Array({ minLength: 0, maxLength: 9 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(cut, async (chunks) => {
        const stream = (async function* () {
          yield* chunks
        })()
        const lines = []
        for await (const line of linesOf(stream, 6)) lines.push(line)
        const whole = Buffer.concat(chunks).toString('latin1').split('\n')
        if (whole.at(-1) === '') whole.pop()
        expect(lines).toEqual(
          whole.map((line) => (line.length > 6 ? TOO_LONG : Buffer.from(line, 'latin1').toString())),
        )
      }),
    )
  })

  test('only single messages are messages', () => {
    for (const text of [
      'null',
      '1',
      '[]',
      '{}',
      '{"id":null,"method":"x"}',
      '{"method":1}',
      '{"method":"x","params":1}',
    ])
      expect(messageOf(text)).toBeUndefined()
    expect(messageOf('{"jsonrpc":"2.0","id":"a","result":{}}')).toMatchObject({ id: 'a' })
  })
})
