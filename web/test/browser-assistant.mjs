// An assistant in a web page: the official MCP client, with its state in session storage, so that it survives the
// redirect. Bundled and served by `browser-assistant.e2e.test.ts`.
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'

const { origin, pathname, search } = location
const query = new URLSearchParams(search)
const isCallback = pathname === '/callback'
if (!isCallback) sessionStorage.setItem('address', query.get('mcp'))
const address = new URL(sessionStorage.getItem('address'))

const load = (name) => JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined
const save = (name) => (value) => sessionStorage.setItem(name, JSON.stringify(value))
const provider = {
  redirectUrl: `${origin}/callback`,
  clientMetadata: {
    client_name: 'Page Assistant',
    redirect_uris: [`${origin}/callback`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  clientInformation: () => load('client'),
  saveClientInformation: save('client'),
  tokens: () => load('tokens'),
  saveTokens: save('tokens'),
  state() {
    save('state')(crypto.randomUUID())
    return load('state')
  },
  saveCodeVerifier: save('verifier'),
  codeVerifier: () => load('verifier'),
  saveDiscoveryState: save('discovery'),
  discoveryState: () => load('discovery'),
  redirectToAuthorization: (to) => location.assign(to),
}

const show = (text) => document.body.append(Object.assign(document.createElement('p'), { textContent: text }))
const client = new Client({ name: 'page', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
const transport = () => new StreamableHTTPClientTransport(address, { authProvider: provider })
try {
  if (isCallback) {
    if (query.get('state') !== load('state')) throw new Error('unexpected state')
    await transport().finishAuth(query)
  }
  await client.connect(transport())
  const { tools } = await client.listTools()
  show(`Tools: ${tools.map(({ name }) => name).sort()}`)
  await client.callTool({
    name: 'remember',
    arguments: { memories: [{ content: 'Prefers tea.', scope: 'preference' }] },
  })
  const { structuredContent } = await client.callTool({ name: 'recall', arguments: { query: 'tea' } })
  show(`Recalled: ${structuredContent.memories.map(({ content }) => content)}`)
} catch (error) {
  // An UnauthorizedError means that the browser is being redirected to the consent page.
  if (!(error instanceof UnauthorizedError)) show(`Failed: ${error}`)
}
