import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { onTestFinished } from 'vitest'
import { bridge } from '../src/bridge.ts'
import { fixedToken } from '../src/tokens.ts'

// biome-ignore lint/suspicious/noExplicitAny: messages have many shapes.
export type Any = any
/** A request, as the fake service received it. */
export interface Received {
  headers: IncomingHttpHeaders
  body: Any
  path: string
}

/** A fake service whose responses a test writes. */
export async function fakeService(respond: (request: Received, response: ServerResponse) => void, port = 0) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const isJson = request.headers['content-type'] === 'application/json'
    const body = isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
    const one = { headers: request.headers, body, path: request.url ?? '' }
    received.push(one)
    respond(one, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

/** Sends an object as the response. */
export const json = (response: ServerResponse, body: object, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Runs a bridge over some lines; the messages it writes, in no order, and the lines it logs. */
export async function bridged(
  url: string,
  lines: (string | object)[],
  { tokens = fixedToken('mst_x'), responseMs = 60_000, restartMs = 0 } = {},
) {
  const [input, output, logged] = [new PassThrough(), new PassThrough(), [] as string[]]
  input.end(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  const log = (line: string) => logged.push(line)
  await bridge({ endpoint: `${url}/mcp`, tokens, input, output, log, responseMs, restartMs })
  const text = String(output.read() ?? '')
  return {
    messages: text
      .split('\n')
      .filter(Boolean)
      .map((line): Any => JSON.parse(line)),
    logged,
  }
}

/** A JSON-RPC request. */
export const call = (id: number, method = 'ping', params: object = {}) => ({ jsonrpc: '2.0', id, method, params })
/** Parameters that mark a message as revision 2026. */
export const MODERN = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
