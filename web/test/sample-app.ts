import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { type App, type TestService, testService } from '../../server/test/service.ts'

export type SampleApp = Awaited<ReturnType<typeof openSampleApp>>

/**
 * A small app with a “Connect” link and a callback that exchanges the code. It sends a state and a PKCE challenge, and
 * rejects callbacks without them.
 */
export async function openSampleApp(service: TestService, scopes: readonly string[], name = 'Trail Coach') {
  const server = createServer(async (request, response) => {
    const content = await respondTo(request)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><html lang="en"><title>${name}</title><main><h1>${name}</h1>${content}</main></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state = randomBytes(8).toString('hex')
  const verifier = randomBytes(32).toString('base64url')
  const redirect_uri = `${url}/callback`
  const developer = await service.newDeveloper()
  const app: App = await service.newApp(developer, [...scopes], { name, redirect_uris: [redirect_uri] })
  const tokens: string[] = []
  const refusals: string[] = []

  async function respondTo({ url: path = '/' }: IncomingMessage): Promise<string> {
    const { pathname, searchParams } = new URL(path, url)
    if (pathname !== '/callback') return `<a href="${connectUrl().replaceAll('&', '&amp;')}">Connect</a>`
    if (searchParams.get('state') !== state) return '<p>This did not start here.</p>'
    const error = searchParams.get('error')
    if (error) return `<p>Not connected: ${error}</p>`
    const { client_id, client_secret } = app
    const { status, body } = await service.call('POST', '/v1/oauth/token', {
      body: { code: searchParams.get('code'), client_id, client_secret, redirect_uri, code_verifier: verifier },
    })
    if (status !== 200) {
      refusals.push(body.error.code)
      return '<p>The exchange was refused.</p>'
    }
    tokens.push(body.connection_token)
    return '<p>Connected</p>'
  }

  function connectUrl(more: Record<string, string> = {}): string {
    const query = new URLSearchParams({
      client: app.slug,
      redirect_uri,
      scope: scopes.join(' '),
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    })
    return `${service.url}/connect?${query}`
  }

  return {
    url,
    app,
    developer,
    connectUrl,
    refusals,
    /** The newest connection token. */
    token: () => tokens.at(-1)!,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Opens a service with a sample app before the tests of a file, passes them to `use`, and closes them afterwards. */
export function sampleAppForTests(
  scopes: readonly string[],
  use: (opened: { service: TestService; sample: SampleApp }) => void,
): void {
  let close = async () => {}
  beforeAll(async () => {
    const service = await testService()
    const sample = await openSampleApp(service, scopes)
    close = async () => {
      await sample.stop()
      await service.stop()
    }
    use({ service, sample })
  })
  afterAll(() => close())
}
