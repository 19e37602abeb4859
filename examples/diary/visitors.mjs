// Who is before the screen. A cookie holds a random id and nothing else; what belongs to it stays on this side. A real
// app has accounts of its own, and then a connection belongs to an account and not to a browser.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { MemoryService } from '@memory-service/sdk'
import { SERVICE_URL, TIMEOUT_MS } from './config.mjs'
import { read, write } from './files.mjs'

const FILE = 'people.json'
const COOKIE = 'diary_session'
const COOKIE_DAYS = 30
const VISITORS_MAX = 10_000

// By the hash of the id, so that who reads the file can still not pose as anyone.
const visitors = new Map()
for (const kept of read(FILE) ?? []) add(kept)

/**
 * The visitor of a request. Somebody new gets an id, and `setCookie` to send back with it.
 * @param {{ cookie?: string }} headers
 */
export function visitorOf({ cookie = '' }, secure) {
  const [, id] = new RegExp(`(?:^|; )${COOKIE}=([\\w-]{43})(?:;|$)`).exec(cookie) ?? []
  const known = id && visitors.get(hash(id))
  return known ? { visitor: known } : newVisitor(secure)
}

/**
 * `{ visitor, setCookie }` with an id nobody has seen. Whoever becomes somebody gets a new one, so that an id that was
 * planted in their browser before is worth nothing.
 */
export function newVisitor(secure, was = {}) {
  const id = randomBytes(32).toString('base64url')
  if (visitors.size >= VISITORS_MAX) letOneGo()
  if (was.key) visitors.delete(was.key)
  const visitor = add({ ...was, key: hash(id), csrf: undefined })
  const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${COOKIE_DAYS * 86_400}${secure ? '; Secure' : ''}`
  return { visitor, setCookie: `${COOKIE}=${id}; ${flags}` }
}

// Whoever comes without a cookie costs a place; nobody who has connected loses theirs to them.
function letOneGo() {
  for (const { key, connection } of visitors.values()) if (!connection) return visitors.delete(key)
}

function add({ key, csrf = randomBytes(32).toString('base64url'), connection, flash }) {
  const visitor = { key, csrf, connection, flash, attempt: undefined }
  visitors.set(key, visitor)
  return visitor
}

/** Whether a form came from one of this visitor's own pages; another site's page cannot know the value. */
export function isOwnForm({ csrf }, form) {
  const [ours, theirs] = [csrf, form.get('csrf') ?? ''].map((value) => createHash('sha256').update(value).digest())
  return timingSafeEqual(ours, theirs)
}

/** The person's memory, as far as they granted it, or `undefined` when they have not connected it. */
export function memoryOf({ connection }) {
  return connection && new MemoryService({ baseUrl: SERVICE_URL, token: connection.token, timeoutMs: TIMEOUT_MS })
}

/** Keeps the token of a visitor: `{ id, token }`. Without one, forgets it. */
export function keepConnection(visitor, connection) {
  visitor.connection = connection
  const connected = [...visitors.values()].filter(({ connection }) => connection)
  write(
    FILE,
    connected.map(({ key, connection }) => ({ key, connection })),
  )
}

/** The visitors a connection belongs to. */
export function visitorsOf(connectionId) {
  return [...visitors.values()].filter(({ connection }) => connection?.id === connectionId)
}

const hash = (id) => createHash('sha256').update(id).digest('base64url')
