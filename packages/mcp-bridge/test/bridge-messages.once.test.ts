import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../server/test/free-port.ts'
import { linesOf, TOO_LONG } from '../src/lines.ts'
import { headersOf, parseMessage } from '../src/message.ts'
import { type Any, bridged, call, fakeService, json, MODERN } from './harness.ts'

describe('the bridge', () => {
  test('forwards requests with the token and writes the responses', async () => {
    const { url, received } = await fakeService(({ body }, response) =>
      json(response, { jsonrpc: '2.0', id: body.id, result: {} }),
    )
    const { messages, logged } = await bridged(url, [call(1), call(2)])
    expect(messages.map(({ id }) => id).sort()).toEqual([1, 2])
    expect(logged).toEqual([])
    const { headers, path, body } = received[0]!
    expect([path, headers.authorization, headers.accept]).toEqual([
      '/mcp',
      'Bearer mst_x',
      'application/json, text/event-stream',
    ])
    expect(body.method).toBe('ping')
  })

  test('repeats parts of a 2026 message in headers, and only the agreed revision of an earlier one', async () => {
    const { url, received } = await fakeService(({ body }, response) =>
      json(response, { jsonrpc: '2.0', id: body.id, result: { protocolVersion: '2025-11-25' } }),
    )
    await bridged(url, [call(1, 'tools/call', { name: 'remember', ...MODERN })])
    await bridged(url, [call(1, 'initialize'), call(2, 'tools/list')])
    const repeated = received.map(({ headers }) => [
      headers['mcp-protocol-version'],
      headers['mcp-method'],
      headers['mcp-name'],
    ])
    expect(repeated[0]).toEqual(['2026-07-28', 'tools/call', 'remember'])
    expect(repeated[1]).toEqual([undefined, undefined, undefined])
    expect(headersOf(call(1, 'tools/list') as Any, '2025-11-25')).toEqual({ 'mcp-protocol-version': '2025-11-25' })
  })

  test('encodes any tool name into a valid header that decodes to the same name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const { 'mcp-name': header = '' } = headersOf(call(1, 'tools/call', { name, ...MODERN }) as Any)
        expect(header).toMatch(/^[!-~]([\t -~]*[!-~])?$/)
        const [, base64] = /^=\?base64\?(.*)\?=$/.exec(header) ?? []
        expect(base64 === undefined ? header : Buffer.from(base64, 'base64').toString()).toBe(
          Buffer.from(name).toString(),
        )
      }),
    )
  })

  test('writes the notifications of a stream and the response at its end', async () => {
    const { url } = await fakeService(({ body }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': alive\n\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\n\n')
      response.end(`event: message\ndata: {"jsonrpc":"2.0",\ndata: "id":${body.id},"result":{"tools":[]}}\n\n`)
    })
    const { messages } = await bridged(url, [call(7)])
    expect(messages.map(({ method, id }) => method ?? id)).toEqual(['notifications/progress', 7])
  })

  test('writes an error response to every request that fails', async () => {
    const { url } = await fakeService(({ body }, response) => {
      const stream = (text: string) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)
      if (body.id === 1) json(response, { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'no' } }, 413)
      if (body.id === 2) response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
      if (body.id === 3) response.destroy()
      if (body.id === 4) response.writeHead(302, { location: 'https://elsewhere.example' }).end()
      if (body.id === 5) stream('data: {}\n\n')
      if (body.id === 6) response.writeHead(202).end()
      if (body.id === 7) stream('data: {\n\n')
    })
    const { messages } = await bridged(
      url,
      [1, 2, 3, 4, 5, 6, 7].map((id) => call(id)),
    )
    const errors = Object.fromEntries(messages.map(({ id, error }) => [id, error?.message]))
    expect(errors).toMatchObject({
      1: 'no',
      2: expect.stringContaining('is not from a Memory Service'),
      3: expect.stringContaining('cannot be reached'),
      4: expect.stringContaining('is not from a Memory Service'),
      5: 'The response stream ended before the response.',
      6: expect.stringContaining('is not from a Memory Service'),
      7: 'The response stream contains an event that is not JSON.',
    })
  })

  test('times out even while the garbage collector runs, and writes nothing for a cancelled request', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const collecting = setInterval(() => collect(), 5)
    onTestFinished(() => clearInterval(collecting))
    const { url, received } = await fakeService(() => {})
    const late = await bridged(url, [call(1)], { responseMs: 50 })
    expect(late.messages).toMatchObject([{ id: 1, error: { message: 'No response within 0.05 seconds.' } }])
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    expect((await bridged(url, [call(1), cancel])).messages).toEqual([])
    expect(received.every(({ body }) => body.method === 'ping')).toBe(true)
  })

  test('waits for a service that restarts, and repeats only requests that were not processed', async () => {
    const port = await freePort()
    const waiting = bridged(`http://127.0.0.1:${port}`, [call(1)], { restartMs: 20_000 })
    // Enough for at least one refused connection; with less, the test proves less but still passes.
    await sleep(100)
    const responses = [
      (response: ServerResponse) => json(response, { error: { code: 'unavailable', message: 'Starting.' } }, 503),
      (response: ServerResponse) => json(response, { jsonrpc: '2.0', id: 1, result: {} }),
    ]
    const { received, url } = await fakeService(
      (_request, response) => responses.shift()?.(response) ?? response.destroy(),
      port,
    )
    expect(await waiting).toEqual({ messages: [{ jsonrpc: '2.0', id: 1, result: {} }], logged: [] })
    expect(received).toHaveLength(2)
    const { messages } = await bridged(url, [call(2)], { restartMs: 20_000 })
    expect(messages).toMatchObject([{ id: 2, error: { message: expect.stringContaining('cannot be reached') } }])
    expect(received).toHaveLength(3)
  })

  test('reports lines that are not messages and continues', async () => {
    const { url } = await fakeService(({ body }, response) =>
      json(response, { jsonrpc: '2.0', id: body.id, result: {} }),
    )
    const { messages } = await bridged(url, ['', '{', '[]', '"x"', 'x'.repeat(3_000_000), call(1)])
    expect(messages.map(({ id, error }) => [id, error?.code])).toEqual([
      ...Array.from({ length: 4 }, () => [null, -32_700]),
      [1, undefined],
    ])
  })
})

describe('linesOf', () => {
  test('returns the lines of any chunks, and TOO_LONG in place of a line above the limit', async () => {
    const cut = fc.array(fc.uint8Array({ minLength: 0, maxLength: 9 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(cut, async (chunks) => {
        const stream = (async function* () {
          yield* chunks
        })()
        const lines = []
        for await (const line of linesOf(stream, 6)) lines.push(line)
        const expected = Buffer.concat(chunks).toString('latin1').split('\n')
        if (expected.at(-1) === '') expected.pop()
        expect(lines).toEqual(
          expected.map((line) => (line.length > 6 ? TOO_LONG : Buffer.from(line, 'latin1').toString())),
        )
      }),
    )
  })
})

describe('parseMessage', () => {
  test('accepts single JSON-RPC messages only', () => {
    for (const text of [
      'null',
      '1',
      '[]',
      '{}',
      '{"id":null,"method":"x"}',
      '{"method":1}',
      '{"method":"x","params":1}',
    ])
      expect(parseMessage(text)).toBeUndefined()
    expect(parseMessage('{"jsonrpc":"2.0","id":"a","result":{}}')).toMatchObject({ id: 'a' })
  })
})
