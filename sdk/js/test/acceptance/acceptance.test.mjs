// Acceptance tests of the installed package against a running service. `WORLD` contains, as JSON, the address of the service
// and the credentials to use: { baseUrl, token, spare: { token, code, clientId, clientSecret } }.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectUrl,
  exchangeCode,
  MemoryService,
  MemoryServiceError,
  newConnectAttempt,
  revoke,
} from '@memory-service/sdk'

const { baseUrl, token, spare } = JSON.parse(process.env.WORLD)
const memory = new MemoryService({ baseUrl, token })

test('remembers, recalls, lists, collects, reads, updates and forgets memories', async () => {
  const { memoryIds } = await memory.remember([
    { scope: 'fitness', kind: 'preference', content: 'Runs along the river every Tuesday.' },
    { scope: 'fitness.trail', content: 'Ran the Porto trail.', occurredAt: new Date('2026-05-03'), importance: 70 },
    { scope: 'finance', content: 'Pays the rent on the first.' },
  ])
  assert.equal(memoryIds.length, 2)
  const { memories } = await memory.recall('on which day does she run along the river', {
    scope: 'fitness.*',
    limit: 1,
  })
  assert.equal(memories[0].id, memoryIds[0])
  const listed = []
  for await (const { id } of memory.list({ scope: 'fitness.*', limit: 1 })) listed.push(id)
  assert.deepEqual(listed.sort(), [...memoryIds].sort())
  assert.equal((await memory.collect({ query: 'river' }, { cap: 1 })).length, 1)
  assert.equal((await memory.update(memoryIds[0], { pinned: true })).pinned, true)
  assert.equal((await memory.get(memoryIds[0])).type, 'preference')
  assert.equal((await memory.graph(memoryIds[0])).memory_id, memoryIds[0])
  assert.deepEqual(await memory.forget(memoryIds), { deleted: memoryIds, missing: [] })
})

test('returns the context, brief, connection, quota, scopes and catalog', async () => {
  assert.ok((await memory.context('coach', { query: 'run', limit: 5 })).identity.name)
  assert.ok((await memory.brief()).brief)
  assert.equal((await memory.connection()).status, 'active')
  assert.ok((await memory.quota()).api_calls.used > 0)
  assert.ok(Array.isArray((await memory.scopes()).scopes))
  assert.ok((await memory.catalog()).standardScopes.length > 0)
})

test('sends signals, and creates, lists and cancels triggers', async () => {
  assert.equal((await memory.signal('workout.completed', { activity: 'run' })).accepted, true)
  const { id } = await memory.schedule.create({ fireAt: new Date(Date.now() + 3_600_000), kind: 'checkin' })
  assert.equal((await memory.schedule.list({ status: 'pending' })).triggers[0].id, id)
  assert.deepEqual(await memory.schedule.cancel(id), { ok: true })
  await assert.rejects(memory.schedule.cancel(id), { code: 'not_found' })
})

test('returns the output of a chat, complete and streamed', async () => {
  const turn = { intent: 'coach', userMessage: 'How do I begin?' }
  const { reply } = await memory.chat(turn)
  assert.ok(reply)
  let streamed = ''
  let last
  for await (const frame of memory.chatStream(turn)) {
    if (frame.type === 'delta') streamed += frame.text
    last = frame.type
  }
  assert.equal(streamed, reply)
  assert.equal(last, 'done')
})

test('throws errors with typed codes', async () => {
  const error = await memory.list({ scope: 'finance' }).then(undefined, (error) => error)
  assert.ok(error instanceof MemoryServiceError)
  assert.ok(error.is('scope_denied'))
  assert.equal(error.details.missing_scope, 'memory:read:finance')
  assert.match(error.requestId, /^req_/)
})

test('exchanges a code once and revokes the connection', async () => {
  const { codeChallenge } = await newConnectAttempt()
  assert.match(
    connectUrl({ baseUrl, client: 'a', scopes: ['signal:emit'], codeChallenge }),
    /code_challenge_method=S256/,
  )
  const credentials = { baseUrl, clientId: spare.clientId, clientSecret: spare.clientSecret }
  const { connection_token } = await exchangeCode({ ...credentials, code: spare.code })
  const theirs = new MemoryService({ baseUrl, token: connection_token })
  await theirs.connection()
  await revoke({ ...credentials, token: connection_token })
  await assert.rejects(theirs.connection(), { code: 'connection_revoked', status: 401 })
  await assert.rejects(exchangeCode({ ...credentials, code: 'cod_1', clientSecret: 'sec_1' }), {
    code: 'invalid_client',
  })
})
