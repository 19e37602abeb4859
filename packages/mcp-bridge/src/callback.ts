import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CliError } from './cli-error.ts'

const PATH = '/callback'
const DECISION_MS = 10 * 60_000

/** The redirect address to register. Its port may differ at each login (RFC 8252, section 7.3). */
export const REGISTERED_CALLBACK = `http://127.0.0.1${PATH}`

/** The redirect target of a login: an HTTP server on this machine. */
export interface Callback {
  redirectUri: string
  /** Resolves with the query of the first request that `isOurs` accepts; others get 400. */
  received(isOurs: (query: URLSearchParams) => boolean): Promise<URLSearchParams>
  close(): void
}

/** Listens on a free loopback port. */
export async function openCallback(): Promise<Callback> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    redirectUri: `http://127.0.0.1:${port}${PATH}`,
    received: (isOurs) =>
      new Promise((resolve, reject) => {
        const timeout = setTimeout(
          () => reject(new CliError('No decision within ten minutes. Run login again when you are ready.')),
          DECISION_MS,
        )
        server.on('request', ({ method, url = '/' }, response) => {
          // Not a base: a request for `//` has none, and anything on this machine may send it.
          const [pathname = '', query] = url.split('?')
          const searchParams = new URLSearchParams(query)
          const status = method !== 'GET' || pathname !== PATH ? 404 : isOurs(searchParams) ? 200 : 400
          const text = status === 200 ? 'Return to the terminal. You can close this page.' : 'Unknown sign-in attempt.'
          response.writeHead(status, {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': "default-src 'none'",
            // The page's address contains the code.
            'referrer-policy': 'no-referrer',
            'cache-control': 'no-store',
            connection: 'close',
          })
          response.end(`<!doctype html><html lang="en"><title>Memory Service</title><p>${text}</p></html>`, () => {
            if (status !== 200) return
            clearTimeout(timeout)
            resolve(searchParams)
          })
        })
      }),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
