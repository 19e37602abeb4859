import { sessionsOf } from './data.mjs'

const CALL_MEMORIES_MAX = 100

/** Rows for the index. A session is one batch, or several if it exceeds the limit of a call. */
export function rowsOf(memories) {
  let batch = 0
  return sessionsOf(memories).flatMap((session) =>
    session.map(({ id, content, occurredAt, scope = 'note' }, at) => {
      const position = at % CALL_MEMORIES_MAX
      if (position === 0) batch++
      const time = Date.parse(occurredAt)
      return { id, content, scope, occurredAt: time, createdAt: time, importance: 50, pinned: false, batch, position }
    }),
  )
}
