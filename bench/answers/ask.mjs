import { call, search } from '../lib/client.mjs'

const SEARCH_LIMIT = 10

/** What the service says about a scenario: `items` of a bundle with their data ids, and its `prose`. */
export async function askScenario(base, { token, dataIds }, { brief, intent, query, limit }) {
  if (brief) {
    const { body } = await call(base, 'GET', '/v1/identity/brief', { token })
    return { items: [], prose: body.brief, body }
  }
  const parameters = new URLSearchParams({ intent, ...(query ? { query } : {}), ...(limit ? { limit } : {}) })
  const { body } = await call(base, 'GET', `/v1/context?${parameters}`, { token })
  return {
    items: body.memories.map((memory) => item(memory, dataIds)),
    prose: body.suggestions?.adaptation ?? '',
    body,
  }
}

/** The ranking of a question, and how likely the service finds it that anything in it is an answer. */
export async function askQuestion(base, { token, dataIds }, query) {
  const { memories, relevance } = await search(base, token, query, SEARCH_LIMIT)
  return {
    items: memories.map((memory) => item(memory, dataIds)),
    relevance: relevance ?? memories[0]?.score ?? 0,
    calibrated: relevance !== undefined,
  }
}

function item(memory, dataIds) {
  const { supersededBy, state, validUntil } = memory
  const replaced = Array.isArray(supersededBy) ? supersededBy.length > 0 : Boolean(supersededBy)
  const past = replaced || state === 'superseded' || (validUntil && Date.parse(validUntil) <= Date.now())
  return { id: dataIds.get(memory.id), type: memory.type, text: memory.content, past: Boolean(past) }
}
