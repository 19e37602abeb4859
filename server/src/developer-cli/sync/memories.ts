import { setTimeout as sleep } from 'node:timers/promises'
import { coversAny, isScopeName } from '@memory-service/scopes'
import { call, type Json, ServiceError } from '../api.ts'
import { CommandError } from '../errors.ts'
import { noteKind, noteText } from './note.ts'
import type { SyncedMemory } from './state.ts'

const PAGE = 100
const WRITE_MAX = 100
/** Well below the limit of a body, 1 MiB. */
const WRITE_CHARS_MAX = 200_000
const MEMORIES_MAX = 20_000
const ATTEMPTS = 6
const WAIT_MS = 5_000
const WAIT_MAX_MS = 60_000
/** The service is busy, and did nothing. */
const BUSY = ['rate_limited', 'unavailable']

/** The memories that a connection may read, and what it may write. */
export interface Access {
  /** The installation and the person. */
  store: string
  mayRead: (scope: string) => boolean
  mayWrite: (scope: string) => boolean
}

/** A text to store, and what became of it. */
export type NewText = Omit<SyncedMemory, 'id'>
export type Stored<T> = { item: T; id: string } | { item: T; reason: string }

/** The calls of a sync, each repeated while the service is busy. */
export type Memories = ReturnType<typeof memoriesOf>

export function memoriesOf(url: string, currentToken: () => Promise<string>) {
  async function send(method: string, path: string, body?: unknown): Promise<Json> {
    for (let attempt = 1; ; attempt++)
      try {
        return (await call(url, method, path, { token: await currentToken(), body })).body
      } catch (error) {
        const isBusy = error instanceof ServiceError && BUSY.includes(error.code)
        if (!isBusy || attempt === ATTEMPTS) throw error
        await sleep(Math.min(WAIT_MAX_MS, error.retryAfterMs ?? WAIT_MS))
      }
  }

  async function storeBatch<T extends NewText>(items: readonly T[]): Promise<Stored<T>[]> {
    const memories = items.map(({ scope, kind, text }) => ({ scope, kind, content: text }))
    try {
      const { results } = await send('POST', '/v1/memories', { memories })
      return items.map((item, at) => {
        const { id, missing_scope } = results[at]
        return id ? { item, id } : { item, reason: `the connection lacks ${missing_scope}` }
      })
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (items.length === 1) return [{ item: items[0]!, reason: error.message }]
    }
    // One of them is refused, and so all are: each is sent by itself.
    const stored: Stored<T>[] = []
    for (const item of items) stored.push(...(await storeBatch([item])))
    return stored
  }

  return {
    async access(): Promise<Access> {
      const { userId } = await send('GET', '/v1/connection')
      const { readable, writable } = await send('GET', '/v1/scopes')
      return {
        store: `${url} ${userId}`,
        mayRead: (scope) => coversAny(readable, scope),
        mayWrite: (scope) => coversAny(writable, scope),
      }
    },

    /** All current memories, oldest first. @throws CommandError if there are too many for notes */
    async list(): Promise<SyncedMemory[]> {
      const memories: SyncedMemory[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await send(
          'GET',
          `/v1/memories?${new URLSearchParams({ limit: `${PAGE}`, ...(cursor && { cursor }) })}`,
        )
        // A scope becomes a path.
        for (const { id, scope, type, content } of page.memories as Json[])
          if (isScopeName(scope)) memories.push({ id, scope, kind: noteKind(type), text: noteText(content) })
        if (memories.length > MEMORIES_MAX)
          throw new CommandError(`A folder holds at most ${MEMORIES_MAX} memories. Connect with fewer scopes.`)
        cursor = page.next_cursor
      }
      return memories.reverse()
    },

    /** Stores texts as memories, in batches; each batch is stored as a whole before it is returned. */
    async *create<T extends NewText>(items: readonly T[]): AsyncGenerator<Stored<T>[]> {
      let batch: T[] = []
      let chars = 0
      for (const item of items) {
        if (batch.length === WRITE_MAX || (batch.length && chars + item.text.length > WRITE_CHARS_MAX)) {
          yield await storeBatch(batch)
          ;[batch, chars] = [[], 0]
        }
        batch.push(item)
        chars += item.text.length
      }
      if (batch.length) yield await storeBatch(batch)
    },

    /** Changes a memory. @returns the reason why not, if the service refuses */
    async edit(before: SyncedMemory, { scope, kind, text }: NewText): Promise<string | undefined> {
      const patch = {
        ...(scope === before.scope ? {} : { scope }),
        ...(kind === before.kind ? {} : { kind }),
        ...(text === before.text ? {} : { content: text }),
      }
      try {
        await send('PATCH', `/v1/memories/${before.id}`, patch)
        return undefined
      } catch (error) {
        if (isRefusal(error)) return error.message
        throw error
      }
    },

    /** Deletes memories, in batches; those that are gone already count as deleted. */
    async *delete(memories: readonly SyncedMemory[]): AsyncGenerator<readonly SyncedMemory[]> {
      for (let at = 0; at < memories.length; at += WRITE_MAX) {
        const batch = memories.slice(at, at + WRITE_MAX)
        await send('POST', '/v1/memories/delete', { ids: batch.map(({ id }) => id) })
        yield batch
      }
    },
  }
}

/** Whether the service refuses a text, and not the connection as a whole. */
function isRefusal(error: unknown): error is ServiceError {
  const codes = ['validation_failed', 'unknown_scope', 'scope_denied', 'limit_exceeded', 'not_found', 'conflict']
  return error instanceof ServiceError && codes.includes(error.code)
}
