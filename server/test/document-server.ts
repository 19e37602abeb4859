import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const CALLBACK = 'http://127.0.0.1:4000/callback'

/** An HTTP server of client metadata documents that records its requests. */
export async function documentServer() {
  const at = new Map<string, (response: ServerResponse) => void>()
  const requests: string[] = []
  const agents = new Set<string | undefined>()
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    agents.add(request.headers['user-agent'])
    const answer = at.get(request.url ?? '')
    if (answer) answer(response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let count = 0
  return {
    host: origin.slice(7),
    requests,
    /** The user agents of the requests. */
    agents,
    /** Publishes a document, valid unless overridden; returns its URL. */
    put(more: object = {}, headers: Record<string, string> = {}): string {
      return this.replace(`${origin}/clients/${++count}.json`, more, headers)
    },
    /** Publishes another document at the same URL. */
    replace(client_id: string, more: object, headers: Record<string, string> = {}): string {
      const document = { client_id, client_name: 'Desk Agent', redirect_uris: [CALLBACK], ...more }
      return this.answer(client_id.slice(origin.length), (response) =>
        response.writeHead(200, headers).end(JSON.stringify(document)),
      )
    },
    answer(path: string, how: (response: ServerResponse) => void): string {
      at.set(path, how)
      return origin + path
    },
    times: (address: string) => requests.filter((path) => origin + path === address).length,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
