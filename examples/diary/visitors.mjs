// Sessions: the cookie contains only a random id; the data stays on the server. A production app has its own accounts and
// stores connections by account, not by browser.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { MemoryService } from '@memory-service/sdk'
import { SERVICE_URL, TIMEOUT_MS } from './config.mjs'
import { read, write } from './files.mjs'

const FILE = 'people.json'
const COOKIE = 'diary_session'
const COOKIE_DAYS = 30
const VISITORS_MAX = 10_000

// Keyed by the hash of the id, so that the file alone does not reveal valid cookies.
const visitors = new Map()
for (const stored of read(FILE) ?? []) add(stored)

/**
 * Returns the visitor of a request. For a new visitor, also `setCookie` for the response.
 * @param {{ cookie?: string }} headers
 */
export function visitorOf({ cookie = '' }, secure) {
  const [, id] = new RegExp(`(?:^|; )${COOKIE}=([\\w-]{43})(?:;|$)`).exec(cookie) ?? []
  const known = id && visitors.get(hash(id))
  return known ? { visitor: known } : newVisitor(secure)
}

/**
 * Returns `{ visitor, setCookie }` with a new id. Called again when a visitor connects, which prevents session fixation.
 */
export function newVisitor(secure, was = {}) {
  const id = randomBytes(32).toString('base64url')
  if (visitors.size >= VISITORS_MAX) letOneGo()
  if (was.key) visitors.delete(was.key)
  const visitor = add({ ...was, key: hash(id), csrf: undefined })
  const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${COOKIE_DAYS * 86_400}${secure ? '; Secure' : ''}`
  return { visitor, setCookie: `${COOKIE}=${id}; ${flags}` }
}

// Evicts the oldest visitor without a connection; connected visitors are never evicted.
function letOneGo() {
  for (const { key, connection } of visitors.values()) if (!connection) return visitors.delete(key)
}

function add({ key, csrf = randomBytes(32).toString('base64url'), connection, flash }) {
  const visitor = { key, csrf, connection, flash, attempt: undefined }
  visitors.set(key, visitor)
  return visitor
}

/** Whether a form contains the visitor's CSRF token. */
export function isOwnForm({ csrf }, form) {
  const [ours, theirs] = [csrf, form.get('csrf') ?? ''].map((value) => createHash('sha256').update(value).digest())
  return timingSafeEqual(ours, theirs)
}

/** A client for the visitor's memory, or `undefined` without a connection. */
export function memoryOf({ connection }) {
  return connection && new MemoryService({ baseUrl: SERVICE_URL, token: connection.token, timeoutMs: TIMEOUT_MS })
}

/** Stores a visitor's connection, `{ id, token }`; `undefined` deletes it. */
export function keepConnection(visitor, connection) {
  visitor.connection = connection
  const connected = [...visitors.values()].filter(({ connection }) => connection)
  write(
    FILE,
    connected.map(({ key, connection }) => ({ key, connection })),
  )
}

/** Returns the visitors with this connection. */
export function visitorsOf(connectionId) {
  return [...visitors.values()].filter(({ connection }) => connection?.id === connectionId)
}

const hash = (id) => createHash('sha256').update(id).digest('base64url')
