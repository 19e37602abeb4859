import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How one request is dealt with; a number is that status, in the service's own words. */
export type Deed = number | 'drop unread' | 'drop read' | 'drop midway' | 'garbage' | 'hang' | Answer

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

/** What is answered when all goes well. */
export const FINE = { fine: true }

/** A real server on loopback that deals with each request as the next of its deeds says, and with all others well. */
export async function openFailing(...deeds: Deed[]) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const deed = deeds.shift() ?? 200
    if (deed === 'drop unread') {
      seen.push(seenOf(request, ''))
      return void request.socket.destroy()
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push(seenOf(request, Buffer.concat(chunks).toString()))
      answer(deed, request, response)
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

function answer(deed: Exclude<Deed, 'drop unread'>, { socket }: IncomingMessage, response: ServerResponse): void {
  if (deed === 'hang') return
  if (deed === 'drop read') return void socket.destroy()
  if (deed === 'garbage') return void socket.end('once upon a time\r\n\r\n')
  if (deed === 'drop midway') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    return void response.write('{"fine":', () => socket.destroy())
  }
  const { status, headers = {}, body } = typeof deed === 'number' ? said(deed) : deed
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

function said(status: number): Answer {
  const error = { code: status === 429 ? 'rate_limited' : status < 500 ? 'not_found' : 'internal', message: 'No.' }
  return { status, body: JSON.stringify(status < 400 ? FINE : { error }) }
}
