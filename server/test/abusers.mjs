import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/*
 * One abusive person, one abusive app and one abusive address, in a process of their own that
 * `soak-abuse.long.test.ts` forks and then sends `{ url, cookie, token, kinds }`. Each sends what costs the service most, as
 * fast as it is answered. Reports the number of responses by kind and status until it is killed. `kinds` limits the abuse
 * to some kinds.
 */

const [{ url, cookie, token, kinds }] = await once(process, 'message')
const { hostname, port } = new URL(url)
const LONG = 'I no longer live in Rome, I moved to Oslo. '
const HALF_HEADS = 400
const REFUSED_PAUSE_MS = 20
const REPORT_MS = 500
const ADDRESS = '127.0.0.2'

const agent = new Agent({ keepAlive: true })
const foreign = new Agent({ keepAlive: true, localAddress: ADDRESS })
const statuses = {}

function send(method, path, { headers = {}, body, from = agent } = {}) {
  return new Promise((resolve) => {
    const sent = request({ hostname, port, method, path, headers, agent: from }, (response) => {
      response.on('error', () => {}).resume()
      response.once('close', () => resolve(response.statusCode))
    })
    sent.once('error', () => resolve(0))
    sent.end(body)
  })
}

/** The id of a memory of the app, which is written by the first call. */
let firstWritten
function firstId() {
  const body = JSON.stringify({ memories: [{ content: 'Lives in Rome.', scope: 'note' }] })
  firstWritten ??= fetch(`${url}/v1/memories`, { method: 'POST', headers: { ...app, ...json }, body })
    .then((response) => response.json())
    .then(({ memoryIds }) => memoryIds?.[0])
  return firstWritten
}

async function forever(kind, work) {
  for (;;) {
    const status = await work()
    const counts = (statuses[kind] ??= {})
    counts[status] = (counts[status] ?? 0) + 1
    if (status === 0 || status >= 400) await sleep(REFUSED_PAUSE_MS)
  }
}

const has = (kind) => kinds?.includes(kind) ?? true
const times = (count, kind, work) => {
  if (has(kind)) for (let n = 0; n < count; n++) void forever(kind, work)
}
const json = { 'content-type': 'application/json' }
const app = { authorization: `Bearer ${token}` }
const repeated = (text, chars) => text.repeat(Math.ceil(chars / text.length)).slice(0, chars)

// The person, in the Hub.
const query = encodeURIComponent(repeated('river bread violin snow harbour cedar lantern ', 4_000))
times(12, 'query', () => send('GET', `/v1/memories?limit=100&query=${query}`, { headers: { cookie } }))
times(1, 'copies', () => send('GET', '/v1/memories/copies?limit=100', { headers: { cookie } }))
times(2, 'export', () => send('GET', '/v1/export?format=markdown', { headers: { cookie } }))
const lines = '1\n'.repeat(4_000_000)
times(2, 'import', () =>
  send('POST', '/v1/import', { headers: { cookie, 'content-type': 'application/x-ndjson' }, body: lines }),
)

// The app.
const memories = Array.from({ length: 100 }, (_, n) => ({ content: `${n} ${repeated(LONG, 8_100)}`, scope: 'note' }))
const write = JSON.stringify({ memories })
const turns = JSON.stringify({ messages: Array(3).fill({ role: 'user', content: repeated(LONG, 30_000) }) })
times(4, 'write', () => send('POST', '/v1/memories', { headers: { ...app, ...json }, body: write }))
times(2, 'app-export', () => send('GET', '/v1/export?format=pam', { headers: app }))
times(2, 'turns', () => send('POST', '/v1/turns', { headers: { ...app, ...json }, body: turns }))
const upsert = JSON.stringify({ memories: memories.map((memory, n) => ({ ...memory, externalId: `entry ${n}` })) })
times(2, 'upsert', () => send('POST', '/v1/memories', { headers: { ...app, ...json }, body: upsert }))
times(4, 'edit', async () => {
  const body = JSON.stringify({ content: `${Date.now()} ${repeated(LONG, 8_100)}` })
  return send('PATCH', `/v1/memories/${await firstId()}`, { headers: { ...app, ...json }, body })
})
times(2, 'brief', () => send('GET', '/v1/identity/brief', { headers: app }))
times(2, 'graph', async () => send('GET', `/v1/memories/${await firstId()}/graph`, { headers: app }))
times(2, 'context', () => send('GET', '/v1/context?intent=assistant', { headers: app }))

// The address: half-sent heads, guessed passwords, large bodies and made-up tokens.
const guess = JSON.stringify({ email: 'user1@example.com', password: 'guess after guess' })
for (let n = 0; has('half-sent') && n < HALF_HEADS; n++) {
  const socket = connect({ host: hostname, port: Number(port), localAddress: ADDRESS })
  socket.on('error', () => {}).write('GET /v1/catalog HTTP/1.1\r\nX-Slow: ')
}
const strange = { from: foreign, headers: json }
times(10, 'login', () => send('POST', '/v1/auth/login', { ...strange, body: guess }))
times(5, 'register', () => send('POST', '/oauth/register', { ...strange, body: `{${'"k":1,'.repeat(2_700)}"k":1}` }))
times(5, 'mcp', () => send('POST', '/mcp', { ...strange, body: write }))
times(5, 'token', () =>
  send('GET', '/v1/connection', { from: foreign, headers: { authorization: 'Bearer mst_made_up' } }),
)

setInterval(() => process.send(statuses), REPORT_MS)
