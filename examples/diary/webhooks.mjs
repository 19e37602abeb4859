// Receives webhooks and forwards them to open pages.

import { MemoryServiceError, verifyWebhook } from '@memory-service/sdk'
import { keepConnection, memoryOf, visitorsOf } from './visitors.mjs'

const SEEN_MAX = 1_000
const PAGES_MAX = 1_000
const HEARTBEAT_MS = 15_000

// Ids of handled deliveries. A production app uses a unique key in its database, shared by all processes.
const seen = new Set()
// Open event streams and their visitors.
const pages = new Map()
setInterval(() => tell(() => true, ':'), HEARTBEAT_MS).unref()

/** Handles a delivery. The service retries it unless the response is 2xx. */
export async function webhook({ app, headers, body }) {
  if (!app.webhookSecret) return { status: 404 }
  let event
  try {
    // The signature covers the raw bytes, so the body must not be parsed first.
    event = await verifyWebhook(body, headers, app.webhookSecret)
  } catch (error) {
    if (!(error instanceof MemoryServiceError && error.code === 'invalid_signature')) throw error
    console.warn(`A delivery was not taken: ${error.message}`)
    return { status: 400 }
  }
  const delivery = headers['x-service-delivery']
  if (seen.has(delivery)) return { status: 204 }
  await handle(event)
  // Recorded only after success, so that a failed delivery is retried.
  seen.add(delivery)
  if (seen.size > SEEN_MAX) seen.delete(seen.values().next().value)
  return { status: 204 }
}

async function handle({ type, data }) {
  const visitors = visitorsOf(data.connection_id)
  if (type === 'connection.revoked')
    for (const visitor of visitors) {
      keepConnection(visitor, undefined)
      visitor.flash = 'You ended this diary’s access. It has forgotten how to reach your memory.'
      tell((whose) => whose === visitor, 'event: ended\ndata:')
    }
  if (type === 'memory.created' && visitors.length) {
    // The event has no content. The memory is fetched, unless it is no longer readable.
    const memory = await memoryOf(visitors[0]).get(data.memory.id).catch(ifGone)
    if (memory) tell((whose) => visitors.includes(whose), `event: memory\ndata: ${JSON.stringify(memory)}`)
  }
}

function ifGone(error) {
  if (!['not_found', 'scope_denied', 'unauthorized'].includes(error.code)) throw error
}

/** Streams events to a page (server-sent events). */
export function live({ visitor }) {
  return {
    stream(response) {
      if (pages.size >= PAGES_MAX) return response.end()
      pages.set(response, visitor)
      response.on('close', () => pages.delete(response))
      response.write(':\n\n')
    },
  }
}

function tell(isFor, event) {
  for (const [response, visitor] of pages) if (isFor(visitor)) response.write(`${event}\n\n`)
}
