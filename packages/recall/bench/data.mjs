import { readFileSync } from 'node:fs'
import { eventsInPeriod, fillDates, timeOf } from './dates.mjs'

/** The conversation under examples/, the default data set. */
export const CONVERSATION = new URL('../../../examples/conversation.json', import.meta.url)

/**
 * Reads a data set: `{ name?, now?, main?, users: [{ userId?, name?, memories, queries }] }`, where memories are
 * `{ id, content, occurredAt, kind?, scope?, session? }` and queries `{ query, category, relevant: [id, …] }`. `session`
 * names the call that writes a memory; `unanswerable` of a user are queries without an answer. `at` instead of `occurredAt` is a date relative to `now`, and texts may contain
 * such dates (`dates.mjs`).
 *
 * Two other forms are converted. A conversation (`{ sessions, questions }`): its sessions become calls, its turns
 * memories. Questions with and without an answer (`{ sources: { name: [{ memories, questions: [{ q, yes, relevant }] }]
 * } }`): `relevant` is empty for a question without an answer.
 */
export function readData(file, now = new Date()) {
  const data = JSON.parse(readFileSync(file, 'utf8'))
  if (data.sessions) return { users: [conversation(data)] }
  if (data.sources)
    return {
      ...data,
      users: Object.entries(data.sources).flatMap(([source, stores]) =>
        stores.map((store) => withQuestions(source, store, now)),
      ),
    }
  const at = data.now ? new Date(data.now) : now
  return { ...data, users: data.users.map((user) => withDates(withUnanswerable(user), at)) }
}

/** With the questions that have no answer among the others. */
function withUnanswerable({ unanswerable = [], ...user }) {
  const absent = unanswerable.map((query) => ({ query, category: 'absent', kind: 'absent', yes: false, relevant: [] }))
  return { ...user, queries: [...user.queries, ...absent] }
}

function conversation({ sessions, questions }) {
  const memories = sessions.flatMap(({ at, turns }, session) =>
    turns.map(({ id, speaker, text }) => ({ id, content: `${speaker}: ${text}`, occurredAt: at, session })),
  )
  const queries = questions.map(({ question, answers }) => ({
    query: question,
    category: 'conversation',
    relevant: answers,
  }))
  return { userId: 'conversation', memories, queries }
}

function withQuestions(source, { id, name, memories, questions }, now) {
  const queries = questions.map(({ q, kind, yes, relevant = [] }) => ({
    query: q,
    category: source,
    kind,
    yes,
    relevant,
  }))
  return withDates({ userId: id, name, memories, queries }, now)
}

function withDates(user, now) {
  if (!user.memories.some(({ at }) => at)) return user
  const memories = user.memories
    .map(({ at, ...memory }, order) => ({
      ...memory,
      content: fillDates(memory.content, now),
      occurredAt: new Date(timeOf(at ?? '-60', now).getTime() + (order % 600) * 1000).toISOString(),
      session: memory.session ?? memory.id,
    }))
    .sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))
  const queries = user.queries.map((query) => ({
    ...query,
    query: fillDates(query.query, now),
    relevant: [
      ...new Set([...query.relevant, ...(query.yes === false ? [] : eventsInPeriod(query.query, user.memories, now))]),
    ],
  }))
  return { ...user, memories, queries }
}

/** Groups consecutive memories of one session. Consecutive memories without a session form a group, too. */
export function sessionsOf(memories) {
  const sessions = []
  for (const memory of memories) {
    const last = sessions.at(-1)
    if (last && last[0].session === memory.session) last.push(memory)
    else sessions.push([memory])
  }
  return sessions
}
