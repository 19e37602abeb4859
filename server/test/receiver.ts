import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { events } from '../src/app.ts'

export interface Received {
  path: string
  /** The status of the response, once it was sent. */
  responded?: number
  headers: IncomingHttpHeaders
  raw: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape.
  body: any
}

// Parsing drops fields that the event's shape does not have, so the comparison finds them.
function fitsItsShape(body: { type?: unknown } | null): boolean {
  const event = events.find(({ type }) => type === body?.type)
  return isDeepStrictEqual(event?.body.safeParse(body).data, body)
}

/** The delivery id, which all attempts share. */
export const idOf = ({ headers }: Received): string => headers['x-service-delivery'] as string

/**
 * An HTTP receiver of webhooks. `respond` decides the status of each response; `until` waits for a number of requests,
 * `once` for any condition on them.
 */
export async function openReceiver(respond: (received: Received) => number | Promise<number> = () => 200) {
  const all: Received[] = []
  const misshapen: string[] = []
  const waiters = new Set<() => void>()
  const notify = () => {
    for (const wake of waiters) wake()
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const raw = Buffer.concat(chunks).toString()
      const received: Received = { path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) }
      all.push(received)
      if (!fitsItsShape(received.body)) misshapen.push(raw)
      notify()
      received.responded = await respond(received)
      response.writeHead(received.responded).end('taken')
      notify()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  async function once(holds: () => boolean): Promise<void> {
    while (!holds())
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiters.delete(wake)
          resolve()
        }
        waiters.add(wake)
      })
    if (misshapen.length) throw new Error(`the body fits no event: ${misshapen[0]}`)
  }
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    all,
    once,
    async until(count: number, fits: (received: Received) => boolean = () => true): Promise<Received[]> {
      await once(() => all.filter(fits).length >= count)
      return all.filter(fits)
    },
    /** Waits for a number of different deliveries and returns the first attempt of each: clock jumps cause repeated ones. */
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
