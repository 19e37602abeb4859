import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { events } from '../src/app.ts'

export interface Received {
  path: string
  /** The status it was answered with, once it was. */
  answered?: number
  headers: IncomingHttpHeaders
  raw: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape.
  body: any
}

// Each event that comes in is held against its shape; what the shape does not name would be missing from the parsed one.
function isAsDescribed(body: { type?: unknown } | null): boolean {
  const event = events.find(({ type }) => type === body?.type)
  return isDeepStrictEqual(event?.body.safeParse(body).data, body)
}

/** The id of a delivery, the same at each attempt. */
export const idOf = ({ headers }: Received): string => headers['x-service-delivery'] as string

/**
 * A real HTTP receiver of webhooks. `answer` decides the status of each; `until` waits for so many that fit, `once`
 * for anything that what came in and was answered makes true.
 */
export async function openReceiver(answer: (received: Received) => number | Promise<number> = () => 200) {
  const all: Received[] = []
  const unlike: string[] = []
  const waiting = new Set<() => void>()
  const wakeAll = () => {
    for (const wake of waiting) wake()
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const raw = Buffer.concat(chunks).toString()
      const received: Received = { path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) }
      all.push(received)
      if (!isAsDescribed(received.body)) unlike.push(raw)
      wakeAll()
      received.answered = await answer(received)
      response.writeHead(received.answered).end('taken')
      wakeAll()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  async function once(holds: () => boolean): Promise<void> {
    while (!holds())
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
      })
    if (unlike.length) throw new Error(`no event is described like this: ${unlike[0]}`)
  }
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    all,
    once,
    async until(count: number, fits: (received: Received) => boolean = () => true): Promise<Received[]> {
      await once(() => all.filter(fits).length >= count)
      return all.filter(fits)
    },
    /** So many different deliveries, each as it came first: one that a clock made late comes again under its id. */
    async untilDifferent(count: number): Promise<Received[]> {
      return this.until(count, (received) => all.find((other) => idOf(other) === idOf(received)) === received)
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
