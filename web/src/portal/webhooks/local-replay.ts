import type { Shape } from '../../api/client.ts'
import { shellQuoted } from '../snippets.ts'

type DeliveryRequest = NonNullable<Shape<'DeliveryWithRequest'>['request']>

const LOCAL_ORIGIN = 'http://localhost:3000'

/** The address at which a developer's own machine would get what this URL gets. */
export function localAddress(url: string): string {
  const { pathname, search } = new URL(url)
  return `${LOCAL_ORIGIN}${pathname}${search}`
}

/** The command that sends a request to an address: the same body, and the headers with a signature of now. */
export function replayCommand(address: string, { body, headers, fresh_headers }: DeliveryRequest): string {
  const lines = Object.entries(fresh_headers ?? headers ?? {}).map(
    ([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`,
  )
  return [`curl -i -X POST ${shellQuoted(address)}`, ...lines, `--data-raw ${shellQuoted(body)}`].join(' \\\n  ')
}
