import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach } from 'vitest'
import { bridge } from '../src/bridge/bridge.ts'
import { fixedToken } from '../src/bridge/tokens.ts'

// biome-ignore lint/suspicious/noExplicitAny: messages are of every shape.
export type Any = any
/** A request, as the service of a test sees it. */
export interface Asked {
  headers: IncomingHttpHeaders
  body: Any
  path: string
}

const closing: (() => unknown)[] = []
/** Does something once the test is over. */
export const after = (close: () => unknown) => closing.push(close)
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A service that answers as a test wants it. */
export async function answering(answer: (asked: Asked, response: ServerResponse) => void, port = 0) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const isJson = request.headers['content-type'] === 'application/json'
    const body = isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
    const one = { headers: request.headers, body, path: request.url ?? '' }
    asked.push(one)
    answer(one, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** Answers with an object. */
export const json = (response: ServerResponse, body: object, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** What a bridge to an address says to these lines, in no order, and what it has logged. */
export async function said(
  url: string,
  lines: (string | object)[],
  { tokens = fixedToken('mst_x'), answerMs = 5_000, awayMs = 0 } = {},
) {
  const [input, output, log] = [new PassThrough(), new PassThrough(), [] as string[]]
  input.end(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  const say = (line: string) => log.push(line)
  await bridge({ endpoint: `${url}/mcp`, tokens, input, output, say, answerMs, awayMs })
  const text = String(output.read() ?? '')
  return {
    messages: text
      .split('\n')
      .filter(Boolean)
      .map((line): Any => JSON.parse(line)),
    log,
  }
}

/** A request of JSON-RPC. */
export const ask = (id: number, method = 'ping', params: object = {}) => ({ jsonrpc: '2.0', id, method, params })
/** What marks a message as one of 2026. */
export const MODERN = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
