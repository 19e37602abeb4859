import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Complaint } from './complaint.ts'

const PATH = '/callback'
const DECISION_MS = 10 * 60_000

/** The address to register; the port is free at each login (RFC 8252, 7.3). */
export const REGISTERED_CALLBACK = `http://127.0.0.1${PATH}`

/** Where the person comes back to: a page of this program, on this machine only. */
export interface Callback {
  redirectUri: string
  /** What the first answer says that `isOurs`; others are turned away, and it goes on waiting. */
  answer(isOurs: (query: URLSearchParams) => boolean): Promise<URLSearchParams>
  close(): void
}

/** Listens on a free port of loopback. */
export async function openCallback(): Promise<Callback> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    redirectUri: `http://127.0.0.1:${port}${PATH}`,
    answer: (isOurs) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Complaint('Nobody has answered for ten minutes. Log in again when you are ready.')),
          DECISION_MS,
        )
        server.on('request', ({ method, url = '/' }, response) => {
          const { pathname, searchParams } = new URL(url, `http://127.0.0.1:${port}`)
          const status = method !== 'GET' || pathname !== PATH ? 404 : isOurs(searchParams) ? 200 : 400
          const words = status === 200 ? 'Back to the terminal. You can close this page.' : 'This did not start here.'
          response.writeHead(status, {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': "default-src 'none'",
            // The address holds a code.
            'referrer-policy': 'no-referrer',
            'cache-control': 'no-store',
            connection: 'close',
          })
          response.end(`<!doctype html><html lang="en"><title>Memory Service</title><p>${words}</p></html>`, () => {
            if (status !== 200) return
            clearTimeout(late)
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
