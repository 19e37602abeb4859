// What the service tells this app, and how it gets to the pages that are open.

import { MemoryServiceError, verifyWebhook } from '@memory-service/sdk'
import { keepConnection, memoryOf, visitorsOf } from './visitors.mjs'

const SEEN_MAX = 1_000
const PAGES_MAX = 1_000
const HEARTBEAT_MS = 15_000

// Deliveries that were handled. A real app has a unique key in its database, which other processes see as well.
const seen = new Set()
// Pages that listen, and whose they are.
const pages = new Map()
setInterval(() => tell(() => true, ':'), HEARTBEAT_MS).unref()

/** Takes a delivery. Any 2xx says that it arrived; anything else, or silence, and it comes again. */
export async function webhook({ app, headers, body }) {
  if (!app.webhookSecret) return { status: 404 }
  let event
  try {
    // The signature is over the bytes as they came, so nothing may have parsed them before.
    event = await verifyWebhook(body, headers, app.webhookSecret)
  } catch (error) {
    if (!(error instanceof MemoryServiceError && error.code === 'invalid_signature')) throw error
    console.warn(`A delivery was not taken: ${error.message}`)
    return { status: 400 }
  }
  const delivery = headers['x-service-delivery']
  if (seen.has(delivery)) return { status: 204 }
  await handle(event)
  // Only now: what failed halfway is to come again.
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
    // The event says which memory, and not what is in it: that is fetched, if it may still be read by now.
    const memory = await memoryOf(visitors[0]).get(data.memory.id).catch(ifGone)
    if (memory) tell((whose) => visitors.includes(whose), `event: memory\ndata: ${JSON.stringify(memory)}`)
  }
}

function ifGone(error) {
  if (!['not_found', 'scope_denied', 'unauthorized'].includes(error.code)) throw error
}

/** A page that wants to be told (server-sent events). */
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
