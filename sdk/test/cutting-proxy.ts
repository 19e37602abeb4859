import { createServer, request as forward, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where a connection is cut: before the service hears of it, while it works, when it has answered, or not at all. */
export type Cut = 'before' | 'during' | 'after' | 'not'

/** A proxy before the service that cuts connections: each request as `choose` says of it. */
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
    const done = new Promise<void>((settle) => {
      resolve = settle
    })
    working.add(done)
    const onward = forward(
      service + url,
      { method, headers: { ...headers, host: new URL(service).host } },
      (answer) => {
        const body: Buffer[] = []
        answer.on('data', (chunk) => body.push(chunk))
        answer.on('end', () => {
          working.delete(done)
          resolve()
          if (cut === 'after') return void request.socket.destroy()
          if (cut === 'not') response.writeHead(answer.statusCode ?? 500, answer.headers).end(Buffer.concat(body))
        })
      },
    )
    onward.end(Buffer.concat(chunks), () => {
      if (cut === 'during') request.socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many requests the service got. */
    sent: () => sent,
    /** Once the service has answered all it has got. */
    settled: () => Promise.all(working),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
