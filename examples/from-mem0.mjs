// Imports mem0 memories. A repeated run adds only new ones.
//
//   node examples/from-mem0.mjs export.json --held                  holds those of all users, with CLIENT_ID and CLIENT_SECRET
//   node examples/from-mem0.mjs export.json --user alice            stores one user's with the app token MEMORY_TOKEN
//   node examples/from-mem0.mjs export.json --user alice --lines    prints lines that the user can import
//
// The export is the output of mem0's get_all as JSON: a list, or an object with `results`.

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
if (!file || !values.user === !values.held)
  throw new Error('Usage: from-mem0.mjs FILE (--user ID [--lines] | --held) [--scope SCOPE]')

const exported = JSON.parse(readFileSync(file, 'utf8'))
const entries = (Array.isArray(exported) ? exported : exported.results).filter(isUsable)
if (values.held) await hold(entries)
else if (values.lines) for (const entry of entries) console.log(JSON.stringify(memoryOf(entry)))
else await remember(entries)

/** Whether an entry is a memory of the wanted users. What belongs to no user is left out: it may be about anybody. */
function isUsable({ id, memory, user_id }) {
  if (values.user && user_id !== values.user) return false
  const problem =
    typeof user_id !== 'string'
      ? 'it has no user_id'
      : typeof memory !== 'string' || !memory.trim()
        ? 'it has no text'
        : memory.length > CONTENT_CHARS_MAX
          ? 'it is too long'
          : undefined
  if (problem) console.error(`left out ${id}: ${problem}`)
  return !problem
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

/** Holds the memories of every user under the app's own ids, until they connect. The id in mem0 prevents duplicates. */
async function hold(entries) {
  const { MEMORY_URL: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env
  const held = new HeldMemories({ baseUrl, clientId, clientSecret })
  for (const user of new Set(entries.map(({ user_id }) => user_id))) {
    const memories = entries.filter(({ user_id }) => user_id === user).map(withId)
    let added = 0
    for (let from = 0; from < memories.length; from += BATCH) {
      const { results } = await held.remember(user, memories.slice(from, from + BATCH))
      added += results.filter(({ status }) => status === 'created').length
    }
    console.log(`${user}: ${added} new of ${memories.length}`)
  }
}

/** Stores the memories of one user. Those stored earlier are not written again: the person may have changed them. */
async function remember(entries) {
  const { MEMORY_URL: baseUrl, MEMORY_TOKEN: token } = process.env
  const client = new MemoryService({ baseUrl, token })
  const known = new Set()
  for await (const { externalId } of client.list({ limit: 100, state: 'all' })) known.add(externalId)
  const fresh = entries.map(withId).filter(({ externalId }) => !known.has(externalId))
  let stored = 0
  for (let from = 0; from < fresh.length; from += BATCH)
    stored += (await client.remember(fresh.slice(from, from + BATCH))).memoryIds.length
  console.log(`${stored} stored, ${entries.length - fresh.length} known, ${fresh.length - stored} outside the grants`)
}

function withId(entry) {
  return { ...memoryOf(entry), externalId: entry.id }
}
