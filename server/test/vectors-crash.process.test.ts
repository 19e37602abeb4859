import { rm } from 'node:fs/promises'
import { expect, inject, test } from 'vitest'
import { newDataDirectory } from './data-directory.ts'
import { freePort } from './free-port.ts'
import { dropDatabase, freshDatabase } from './postgres.ts'
import { startProcess } from './process.ts'
import { scriptedModel } from './scripted-model.ts'

const SCOPES = ['memory:read:*', 'memory:write:*']
const MEMORIES = 200
const PROBE = 'memory'
/** Includes the time until the dead process's claim expires. */
const WHOLE_MS = 60_000

test('resumes embedding after being killed midway', async () => {
  const engine = inject('engine')
  const folder = await newDataDirectory()
  const databaseUrl = engine.kind === 'postgres' ? await freshDatabase(engine.url, engine.template) : undefined
  const model = await scriptedModel()
  const port = await freePort()
  const env = {
    ...{ PORT: String(port), SECRET_KEY: 'only for tests, only for tests, only for tests', RATE_LIMIT: 'off' },
    ...{ EMBEDDINGS: 'http', EMBEDDINGS_URL: model.url, EMBEDDINGS_TIMEOUT_MS: '5000' },
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: folder }),
  }
  const start = () => startProcess(env, Date.now(), 1)
  const first = await start()
  const call = clientOf(port)
  const token = await connected(call)

  // The second batch hangs, so the process dies with some memories embedded and some in flight.
  let batches = 0
  model.always('embed', ({ body }) => (body.input[0] !== PROBE && ++batches > 1 ? { hang: true } : {}))
  for (let from = 0; from < MEMORIES; from += 50) {
    const memories = Array.from({ length: 50 }, (_, i) => ({ content: `Letter ${from + i}`, scope: 'home' }))
    await call('POST', '/v1/memories', { token, body: { memories } })
  }
  await model.until(() => batches > 1)
  await first.kill()
  model.always('embed', {})

  const second = await start()
  // A memory has a vector match once it is embedded.
  const embedded = async (round: number) => {
    const query = `/v1/memories?query=letter%20${round}&limit=100`
    const [page, rest] = await Promise.all([call('GET', query, { token }), call('GET', '/metrics', {})])
    const behind = /^vectors_backlog (\S+)$/m.exec(rest)?.[1]
    const held = /^memories_held (\S+)$/m.exec(rest)?.[1]
    const likened = page.memories.filter(({ match }: { match: object }) => 'vector' in match).length
    return [page.retrieval, likened, held, behind]
  }
  let round = 0
  await expect
    .poll(() => embedded(round++), { timeout: WHOLE_MS, interval: 500 })
    .toEqual(['hybrid', 100, String(MEMORIES), '0'])
  expect(new Set(model.texts().filter((text) => text.startsWith('Letter'))).size).toBe(MEMORIES)

  await second.kill()
  await model.close()
  if (databaseUrl) await dropDatabase(databaseUrl)
  await rm(folder, { recursive: true, force: true })
})

type Call = { token?: string; cookie?: string; body?: unknown }

function clientOf(port: number) {
  return async (method: string, path: string, { token, cookie, body }: Call) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(cookie ? { cookie } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    if (!response.headers.get('content-type')?.startsWith('application/json')) return text
    return { ...JSON.parse(text), cookie: response.headers.getSetCookie()[0]?.split(';')[0] }
  }
}

async function connected(call: ReturnType<typeof clientOf>): Promise<string> {
  const account = (name: string) => ({ body: { email: `${name}@example.com`, password: 'a long walk home' } })
  const { cookie } = await call('POST', '/v1/dev/auth/signup', account('developer'))
  const { app, client_id, client_secret } = await call('POST', '/v1/dev/apps', {
    cookie,
    body: { name: 'Letters', manifest: { scopes: SCOPES } },
  })
  const person = await call('POST', '/v1/auth/signup', account('person'))
  const { code } = await call('POST', '/v1/oauth/authorize', {
    cookie: person.cookie,
    body: { slug: app.slug, scopes: SCOPES },
  })
  return (await call('POST', '/v1/oauth/token', { body: { code, client_id, client_secret } })).connection_token
}
