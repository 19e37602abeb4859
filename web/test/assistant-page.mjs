// An assistant that lives in a web page, as its makers write it: the official client, and what it must keep for it in the
// browser's own storage, so that it is still there when the person is back. Bundled and shown by `page.e2e.test.ts`.
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'

const { origin, pathname, search } = location
const query = new URLSearchParams(search)
const isBack = pathname === '/callback'
if (!isBack) sessionStorage.setItem('address', query.get('mcp'))
const address = new URL(sessionStorage.getItem('address'))

const kept = (name) => JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined
const keep = (name) => (value) => sessionStorage.setItem(name, JSON.stringify(value))
const provider = {
  redirectUrl: `${origin}/callback`,
  clientMetadata: {
    client_name: 'Page Assistant',
    redirect_uris: [`${origin}/callback`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  clientInformation: () => kept('client'),
  saveClientInformation: keep('client'),
  tokens: () => kept('tokens'),
  saveTokens: keep('tokens'),
  state() {
    keep('state')(crypto.randomUUID())
    return kept('state')
  },
  saveCodeVerifier: keep('verifier'),
  codeVerifier: () => kept('verifier'),
  saveDiscoveryState: keep('discovery'),
  discoveryState: () => kept('discovery'),
  redirectToAuthorization: (to) => location.assign(to),
}

const show = (text) => document.body.append(Object.assign(document.createElement('p'), { textContent: text }))
const client = new Client({ name: 'page', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
const transport = () => new StreamableHTTPClientTransport(address, { authProvider: provider })
try {
  if (isBack) {
    if (query.get('state') !== kept('state')) throw new Error('not what was asked')
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
  // Then the person is on their way to the consent page.
  if (!(error instanceof UnauthorizedError)) show(`Failed: ${error}`)
}
