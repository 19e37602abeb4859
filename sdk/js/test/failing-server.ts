import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the server handles one request; a number is a status, with a body as the service sends it. */
export type Behaviour = number | 'drop unread' | 'drop read' | 'drop midway' | 'garbage' | 'hang' | Answer

interface Answer {
  status: number
  headers?: Record<string, string>
  body: string
}

export interface Seen {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** The body of a successful response. */
export const FINE = { fine: true }

/** Starts a loopback server that handles the first requests as `behaviours` lists, and all later ones successfully. */
export async function openFailing(...behaviours: Behaviour[]) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const behaviour = behaviours.shift() ?? 200
    if (behaviour === 'drop unread') {
      seen.push(seenOf(request, ''))
      return void request.socket.destroy()
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push(seenOf(request, Buffer.concat(chunks).toString()))
      answer(behaviour, request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function seenOf({ method = '', url = '', headers }: IncomingMessage, body: string): Seen {
  return { method, url, headers, body }
}

function answer(
  behaviour: Exclude<Behaviour, 'drop unread'>,
  { socket }: IncomingMessage,
  response: ServerResponse,
): void {
  if (behaviour === 'hang') return
  if (behaviour === 'drop read') return void socket.destroy()
  if (behaviour === 'garbage') return void socket.end('once upon a time\r\n\r\n')
  if (behaviour === 'drop midway') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    return void response.write('{"fine":', () => socket.destroy())
  }
  const { status, headers = {}, body } = typeof behaviour === 'number' ? jsonAnswer(behaviour) : behaviour
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

function jsonAnswer(status: number): Answer {
  const error = { code: status === 429 ? 'rate_limited' : status < 500 ? 'not_found' : 'internal', message: 'No.' }
  return { status, body: JSON.stringify(status < 400 ? FINE : { error }) }
}
