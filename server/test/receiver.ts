import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  raw: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape.
  body: any
}

/** A real HTTP receiver of webhooks. `answer` decides the status of each; `next` waits for one that fits. */
export async function openReceiver(answer: (received: Received) => number | Promise<number> = () => 200) {
  const all: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const raw = Buffer.concat(chunks).toString()
      const received = { path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) }
      all.push(received)
      for (const wake of waiting) wake()
      response.writeHead(await answer(received)).end('taken')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  /** Resolves once `count` deliveries that fit have come in. */
  async function until(count: number, fits: (received: Received) => boolean = () => true): Promise<Received[]> {
    for (;;) {
      const found = all.filter(fits)
      if (found.length >= count) return found
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
      })
    }
  }
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    all,
    until,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
