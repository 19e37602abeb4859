// Imports mem0 memories. A repeated run adds only new ones.
//
//   node examples/from-mem0.mjs export.json --held                  holds those of all users, with CLIENT_ID and CLIENT_SECRET
//   node examples/from-mem0.mjs export.json --user alice            stores one user's with the app token MEMORY_TOKEN
//   node examples/from-mem0.mjs export.json --user alice --lines    prints lines that the user can import
//
// The export is the output of mem0's get_all as JSON: a list, or an object with `results`.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { HeldMemories, MemoryService } from '@memory-service/sdk'

const BATCH = 100
const CONTENT_CHARS_MAX = 8192

// Maps mem0's categories to scopes. Adapt it to your app's grants.
const SCOPES = {
  food: 'nutrition',
  family: 'relationship',
  health: 'health',
  music: 'media',
  entertainment: 'media',
  professional_details: 'work',
  sports: 'fitness',
  travel: 'travel',
  user_preferences: 'preference',
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    user: { type: 'string' },
    lines: { type: 'boolean' },
    held: { type: 'boolean' },
    scope: { type: 'string', default: 'general' },
  },
})
const [file] = positionals
if (!file) throw new Error('Usage: from-mem0.mjs FILE [--user ID] [--scope SCOPE] [--lines | --held]')

const exported = JSON.parse(readFileSync(file, 'utf8'))
const entries = (Array.isArray(exported) ? exported : exported.results).filter(
  ({ user_id }) => !values.user || user_id === values.user,
)
if (values.held) await hold(entries)
else {
  const memories = entries.map(memoryOf).filter(fits)
  if (values.lines) for (const memory of memories) console.log(JSON.stringify(memory))
  else await remember(memories)
}

/** Converts a memory of mem0. */
function memoryOf({ memory, categories, metadata, created_at }) {
  const category = categories?.find((name) => SCOPES[name])
  return {
    content: memory.trim(),
    scope: metadata?.scope ?? SCOPES[category] ?? values.scope,
    kind: metadata?.kind ?? 'fact',
    ...(created_at ? { occurredAt: new Date(created_at).toISOString() } : {}),
  }
}

function fits({ content }) {
  const isShort = content.length <= CONTENT_CHARS_MAX
  if (!isShort) console.error(`left out, too long: ${content.slice(0, 60)}…`)
  return isShort
}

/** Holds the memories of every user under the app's own ids, until they connect. The id in mem0 prevents duplicates. */
async function hold(entries) {
  const { MEMORY_URL: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env
  const held = new HeldMemories({ baseUrl, clientId, clientSecret })
  for (const user of new Set(entries.map(({ user_id }) => user_id))) {
    const memories = entries
      .filter(({ user_id }) => user_id === user)
      .map((entry) => ({ ...memoryOf(entry), externalId: entry.id }))
      .filter(fits)
    let added = 0
    for (let from = 0; from < memories.length; from += BATCH) {
      const { results } = await held.remember(user, memories.slice(from, from + BATCH))
      added += results.filter(({ status }) => status === 'created').length
    }
    console.log(`${user}: ${added} new of ${memories.length}`)
  }
}

async function remember(memories) {
  const { MEMORY_URL: baseUrl, MEMORY_TOKEN: token } = process.env
  const client = new MemoryService({ baseUrl, token })
  const known = new Set()
  for await (const memory of client.list({ limit: 100 })) known.add(nameOf(memory))
  const fresh = memories.filter((memory) => !known.has(nameOf(memory)) && known.add(nameOf(memory)))
  let stored = 0
  for (let from = 0; from < fresh.length; from += BATCH) {
    const batch = fresh.slice(from, from + BATCH)
    // The same batch has the same key, so concurrent runs store it once.
    const idempotencyKey = createHash('sha256').update(JSON.stringify(batch)).digest('hex')
    stored += (await client.remember(batch, { idempotencyKey })).memoryIds.length
  }
  console.log(`${stored} stored, ${memories.length - fresh.length} known, ${fresh.length - stored} outside the grants`)
}

/** A key that is equal for duplicate memories. */
function nameOf({ scope, content, occurredAt }) {
  return JSON.stringify([scope, content, occurredAt])
}
