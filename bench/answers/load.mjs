import { connect, newApp, newUser, remember } from '../lib/client.mjs'

const SCOPES = ['memory:read:*', 'memory:write:*', 'context:read:*', 'identity:read']
const READER = 'Reader'

/** Creates the app with this name once per service. */
function appsOf(base) {
  const apps = new Map()
  return (name) => {
    if (!apps.has(name)) apps.set(name, newApp(base, { name, scopes: SCOPES }))
    return apps.get(name)
  }
}

/**
 * Signs people up and writes their memories in the order in which they happened. Consecutive memories of one app and
 * one `call` are written together. Each result has the token of an app that reads everything, and `dataIds` from the
 * ids of the service to those of the data.
 */
export async function loadPeople(base, people) {
  const app = appsOf(base)
  const loaded = []
  for (const person of people) {
    const cookie = await newUser(base, person.name)
    const tokens = new Map()
    const tokenOf = async (name) => {
      if (!tokens.has(name)) tokens.set(name, await connect(base, await app(name), cookie))
      return tokens.get(name)
    }
    const dataIds = new Map()
    for (const batch of batchesOf(person.memories)) {
      const ids = await remember(base, await tokenOf(batch[0].app ?? 'Notes'), batch.map(input))
      if (ids.length !== batch.length) throw new Error(`${person.id}: ${ids.length} of ${batch.length} were kept`)
      ids.forEach((id, at) => {
        dataIds.set(id, batch[at].id)
      })
    }
    loaded.push({ ...person, token: await tokenOf(READER), dataIds })
  }
  return loaded
}

const input = ({ text, kind, scope = 'general', occurredAt, importance }) => ({
  content: text,
  kind,
  scope,
  occurredAt,
  importance,
})

function batchesOf(memories) {
  const batches = []
  for (const memory of memories) {
    const last = batches.at(-1)?.[0]
    if (last && memory.call !== undefined && memory.call === last.call && memory.app === last.app) {
      batches.at(-1).push(memory)
    } else batches.push([memory])
  }
  return batches
}
