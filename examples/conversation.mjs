// Loads a conversation of several sessions into a running service through the public API, and recalls from it.
//
//   node examples/conversation.mjs          BASE is the address of the service (default http://127.0.0.1:8787)
//
// Prints for each question the rank of its answer in the results. Exits with 1 if recall@5 is below 0.8.

import { readFileSync } from 'node:fs'

const BASE = process.env.BASE ?? 'http://127.0.0.1:8787'
const RECALL_MIN = 0.8
const AT = 5
const TURN_MS = 20_000
const SCOPES = ['memory:read:general', 'memory:write:general']

const { sessions, questions } = JSON.parse(readFileSync(new URL('conversation.json', import.meta.url), 'utf8'))

const token = await connect()
const turnOf = await load(token)
const found = []
for (const { question, answers } of questions) {
  const { memories } = await call('GET', `/v1/memories?${new URLSearchParams({ query: question, limit: AT })}`, {
    token,
  })
  const ranks = answers.map((answer) => memories.findIndex(({ id }) => turnOf.get(id) === answer) + 1)
  const best = Math.min(...ranks.filter(Boolean))
  found.push(ranks.filter(Boolean).length / answers.length)
  console.log(question)
  console.log(Number.isFinite(best) ? `  ${best}. ${memories[best - 1].content}` : `  not among the first ${AT}`)
}
const recall = found.reduce((sum, part) => sum + part, 0) / found.length
console.log(`\nrecall@${AT} ${recall.toFixed(2)} over ${questions.length} questions, ${turnOf.size} turns`)
process.exitCode = recall < RECALL_MIN ? 1 : 0

/** Creates a user and a developer with an app, grants consent, and exchanges the code for a connection token. */
async function connect() {
  const password = 'a long walk home'
  const email = (who) => `${who}-${crypto.randomUUID()}@example.com`
  const person = await signUp('/v1/auth/signup', { email: email('person'), password })
  const developer = await signUp('/v1/dev/auth/signup', { email: email('developer'), password })
  const { app, client_id, client_secret } = await call('POST', '/v1/dev/apps', {
    cookie: developer,
    body: { name: 'Conversation', manifest: { scopes: SCOPES } },
  })
  const { code } = await call('POST', '/v1/oauth/authorize', {
    cookie: person,
    body: { slug: app.slug, scopes: SCOPES },
  })
  return (await call('POST', '/v1/oauth/token', { body: { code, client_id, client_secret } })).connection_token
}

/** Stores each session in one call; returns which turn became which memory. */
async function load(token) {
  const turnOf = new Map()
  for (const { at, turns } of sessions) {
    const memories = turns.map(({ speaker, text }, i) => ({
      content: `${speaker}: ${text}`,
      scope: 'general',
      kind: 'event',
      occurredAt: new Date(Date.parse(at) + i * TURN_MS).toISOString(),
    }))
    const { memoryIds } = await call('POST', '/v1/memories', { token, body: { memories } })
    for (const [i, id] of memoryIds.entries()) turnOf.set(id, turns[i].id)
  }
  return turnOf
}

async function signUp(path, body) {
  const response = await send('POST', path, { body })
  return response.headers.getSetCookie()[0].split(';')[0]
}

async function call(method, path, more) {
  return (await send(method, path, more)).json()
}

async function send(method, path, { token, cookie, body } = {}) {
  const response = await fetch(BASE + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body && JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}
