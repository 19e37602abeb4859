import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as the collector receives it. */
export interface Collected {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Record<string, string | number | boolean>
  links: { traceId: string; spanId: string }[]
  failed: boolean
}

/** An OTLP/HTTP trace collector; a silent one accepts requests and never responds. */
export async function openCollector({ silent = false } = {}) {
  const spans: Collected[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      bodies.push(text)
      if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(text)))
      if (!silent) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** Everything that was sent, as it was sent. */
    bodies,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the protocol's shape, parsed here.
function spansOf(body: any): Collected[] {
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const inside = (all: any[], name: string) => (all ?? []).flatMap((each) => each[name] ?? [])
  return inside(inside(body.resourceSpans, 'scopeSpans'), 'spans').map((span) => ({
    ...span,
    links: span.links ?? [],
    failed: span.status?.code === 2,
    attributes: Object.fromEntries(
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      (span.attributes ?? []).map(({ key, value }: any) => [
        key,
        value.stringValue ?? value.intValue ?? value.boolValue ?? value.doubleValue,
      ]),
    ),
  }))
}
