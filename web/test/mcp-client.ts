import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from '@modelcontextprotocol/client'

/** How a client gets its id. */
export type Registration = 'dynamic' | 'document' | { client_id: string; client_secret: string }

export type Installed = Awaited<ReturnType<typeof installClient>>

/**
 * An assistant on the user's own machine. It listens on a loopback address for the redirect from the service, and serves
 * its client metadata document there.
 */
export async function installClient(name: string) {
  let callback: URLSearchParams | undefined
  const server = createServer(({ url: path = '/' }, response) => {
    const { pathname, searchParams } = new URL(path, url)
    if (pathname === '/client.json') {
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ client_id: `${url}/client.json`, ...metadata }))
    }
    if (pathname === '/callback') callback = searchParams
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    return response.end(`<!doctype html><html lang="en"><title>${name}</title><h1>Back at ${name}</h1></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const metadata: OAuthClientMetadata = {
    client_name: name,
    redirect_uris: [`${url}/callback`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  }

  /** An OAuth provider for the official client, which records what the client calls. */
  function providerOf(registration: Registration, issuer: string) {
    const given = typeof registration === 'object' ? { ...registration, issuer } : undefined
    // The library requires https for metadata documents, so it gets the id of this one as already known.
    const document = registration === 'document' ? { client_id: `${url}/client.json`, issuer } : undefined
    let client: OAuthClientInformationMixed | undefined = given ?? document
    let tokens: OAuthTokens | undefined
    let verifier = ''
    let discovery: OAuthDiscoveryState | undefined
    const calls = { state: '', sentTo: [] as URL[], registered: 0 }
    const provider: OAuthClientProvider = {
      redirectUrl: metadata.redirect_uris[0],
      clientMetadata: given ? { ...metadata, token_endpoint_auth_method: 'client_secret_basic' } : metadata,
      clientInformation: () => client,
      saveClientInformation: (information) => {
        calls.registered++
        client = information
      },
      tokens: () => tokens,
      saveTokens: (given) => {
        tokens = given
      },
      state: () => {
        calls.state = randomUUID()
        return calls.state
      },
      saveDiscoveryState: (state) => {
        discovery = state
      },
      discoveryState: () => discovery,
      redirectToAuthorization: (to) => {
        calls.sentTo.push(to)
      },
      saveCodeVerifier: (text) => {
        verifier = text
      },
      codeVerifier: () => verifier,
    }
    return { provider, calls, tokens: () => tokens }
  }

  return {
    name,
    url,
    redirect_uris: metadata.redirect_uris,
    providerOf,
    /** The parameters of the last redirect. */
    callback: () => callback ?? new URLSearchParams(),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
