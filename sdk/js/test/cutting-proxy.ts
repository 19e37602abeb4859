import { createServer, request as forward, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** When a connection is cut: before the request is forwarded, before the response, after it, or never. */
export type Cut = 'before' | 'during' | 'after' | 'not'

/** Starts a proxy in front of the service; `choose` decides where each request is cut. */
export async function openCutting(service: string, choose: (request: IncomingMessage) => Cut) {
  const working = new Set<Promise<void>>()
  let sent = 0
  const server = createServer(async (request, response) => {
    const cut = choose(request)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (cut === 'before') return void request.socket.destroy()
    sent++
    const { method, headers, url = '' } = request
    let resolve = () => {}
    const done = new Promise<void>((fulfil) => {
      resolve = fulfil
    })
    working.add(done)
    const settle = () => {
      working.delete(done)
      resolve()
    }
    const onward = forward(
      service + url,
      // On a connection of its own: a kept one can be closed just as it is used.
      { method, headers: { ...headers, host: new URL(service).host }, agent: false },
      (answer) => {
        const body: Buffer[] = []
        answer.on('data', (chunk) => body.push(chunk))
        answer.on('end', () => {
          settle()
          if (cut === 'after') return void request.socket.destroy()
          if (cut === 'not') response.writeHead(answer.statusCode ?? 500, answer.headers).end(Buffer.concat(body))
        })
      },
    )
    onward.once('error', () => {
      settle()
      request.socket.destroy()
    })
    onward.end(Buffer.concat(chunks), () => {
      if (cut === 'during') request.socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The number of requests that were forwarded. */
    sent: () => sent,
    /** Resolves when the service has responded to all forwarded requests. */
    settled: () => Promise.all(working),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
