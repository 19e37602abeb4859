import { readFileSync } from 'node:fs'

/** The conversation under examples/, the default data set. */
export const CONVERSATION = new URL('../../../examples/conversation.json', import.meta.url)

/**
 * Reads a data set: `{ name?, now?, main?, users: [{ userId?, memories, queries }] }`, where memories are
 * `{ id, content, occurredAt, kind?, scope?, session? }` and queries `{ query, category, relevant: [id, …] }`. `session`
 * names the call that writes a memory. A conversation (`{ sessions, questions }`) is converted: its sessions become
 * calls, its turns memories.
 */
export function readData(file) {
  const data = JSON.parse(readFileSync(file, 'utf8'))
  if (!data.sessions) return data
  const memories = data.sessions.flatMap(({ at, turns }, session) =>
    turns.map(({ id, speaker, text }) => ({ id, content: `${speaker}: ${text}`, occurredAt: at, session })),
  )
  const queries = data.questions.map(({ question, answers }) => ({
    query: question,
    category: 'conversation',
    relevant: answers,
  }))
  return { users: [{ userId: 'conversation', memories, queries }] }
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
