import type { MemoryService } from '@memory-service/sdk'
import type { AgentInputItem, FunctionTool, Session } from '@openai/agents-core'
import { tool } from '@openai/agents-core'
import { type Memories, type RecallOptions, type ToolSchema, toolsOf } from './memories.ts'

const DAY_MS = 24 * 60 * 60_000
const KEPT_DAYS = 30
// JSON inside JSON is at most twice as long, and a memory holds 8,192 characters.
const CHUNK_CHARS = 4_000
const BATCH = 100
const ITEMS_MAX = 1_000
const KIND = 'session'
/** Orders items of one millisecond. */
const STEPS_PER_MS = 1_000

/**
 * Tools for an `Agent`: `recall_memories`, `remember` and `forget_memory`.
 * @example const agent = new Agent({ name: 'Coach', instructions, tools: memoryTools(memory) })
 */
export function memoryTools(
  memory: Memories,
  options: RecallOptions = {},
): FunctionTool<unknown, ToolSchema, string>[] {
  return toolsOf(memory, options).map(({ name, description, parameters, run }) =>
    tool({
      name,
      description,
      parameters,
      execute: async (args) => JSON.stringify(await run(args as Record<string, unknown>)),
    }),
  )
}

/** Options of a session. */
export interface SessionOptions {
  /** Identifies the conversation; default a random id. */
  sessionId?: string
  /** Where the items are stored; your app needs to read and write it. Default `note.sessions`. */
  scope?: string
  /** After how many days an item is erased; default 30. */
  days?: number
  /** Also stores items with what looks like a key, a card number or a password. */
  allowSecrets?: boolean
}

/**
 * The history of a conversation, in the user's own store: they see it, and can delete it. One memory for each item, which
 * counts towards their plan until it expires.
 * @example await run(agent, 'How do I begin?', { session: new MemorySession(memory, { sessionId: 'thread-1' }) })
 */
export class MemorySession implements Session {
  readonly #memory: MemoryService
  readonly #options: Required<SessionOptions>
  #latest = 0

  constructor(memory: MemoryService, options: SessionOptions = {}) {
    this.#memory = memory
    const { sessionId = crypto.randomUUID(), scope = 'note.sessions', days = KEPT_DAYS, allowSecrets = false } = options
    this.#options = { sessionId, scope, days, allowSecrets }
  }

  /** Returns the id of the conversation. */
  async getSessionId(): Promise<string> {
    return this.#options.sessionId
  }

  /** Returns the items in order; with `limit`, the last ones. */
  async getItems(limit?: number): Promise<AgentInputItem[]> {
    const items = (await this.#stored()).map(({ item }) => item)
    return limit === undefined ? items : limit > 0 ? items.slice(-limit) : []
  }

  /** Adds items at the end. */
  async addItems(items: AgentInputItem[]): Promise<void> {
    const expiresAt = new Date(Date.now() + this.#options.days * DAY_MS).toISOString()
    const memories = items.flatMap((item) => {
      const at = this.#next()
      const chunks = chunksOf(JSON.stringify(item))
      return chunks.map((chunk, part) => ({
        kind: KIND,
        scope: this.#options.scope,
        // Quoted, since the service trims.
        content: JSON.stringify(chunk),
        importance: 0,
        expiresAt,
        metadata: { session: this.#options.sessionId, at, part, parts: chunks.length },
      }))
    })
    for (let from = 0; from < memories.length; from += BATCH) {
      const batch = memories.slice(from, from + BATCH)
      const { results } = await this.#memory.remember(batch, { allowSecrets: this.#options.allowSecrets })
      const dropped = results.find(({ status }) => status === 'dropped')
      if (dropped) throw new Error(`The session cannot be stored: ${dropped.missing_scope} is not granted.`)
    }
  }

  /** Removes the last item and returns it. */
  async popItem(): Promise<AgentInputItem | undefined> {
    const last = (await this.#stored()).at(-1)
    if (last) await this.#memory.forget(last.ids)
    return last?.item
  }

  /** Removes all items. */
  async clearSession(): Promise<void> {
    const ids = (await this.#stored()).flatMap(({ ids }) => ids)
    for (let from = 0; from < ids.length; from += BATCH) await this.#memory.forget(ids.slice(from, from + BATCH))
  }

  #next(): number {
    this.#latest = Math.max(this.#latest + 1, Date.now() * STEPS_PER_MS)
    return this.#latest
  }

  async #stored(): Promise<{ ids: string[]; item: AgentInputItem }[]> {
    const { scope, sessionId } = this.#options
    // The service may take a later statement for the successor of an earlier one; a history has both.
    const filters = { scope, kind: KIND, state: 'all' as const, metadata: { session: sessionId } }
    const memories = await this.#memory.collect(filters, { cap: ITEMS_MAX })
    const parts = memories
      .map(({ id, content, metadata }) => ({ id, chunk: JSON.parse(content) as string, ...placeOf(metadata) }))
      .sort((a, b) => a.at - b.at || a.part - b.part)
    const whole = new Map<number, typeof parts>()
    for (const part of parts) whole.set(part.at, [...(whole.get(part.at) ?? []), part])
    return [...whole.values()]
      .filter((some) => some.length === some[0]?.parts)
      .map((some) => ({ ids: some.map(({ id }) => id), item: JSON.parse(some.map(({ chunk }) => chunk).join('')) }))
  }
}

type Metadata = Record<string, string | number | boolean> | null

function placeOf(metadata: Metadata) {
  return { at: Number(metadata?.at), part: Number(metadata?.part), parts: Number(metadata?.parts) }
}

function chunksOf(json: string): string[] {
  const count = Math.ceil(json.length / CHUNK_CHARS)
  return Array.from({ length: count }, (_, at) => json.slice(at * CHUNK_CHARS, (at + 1) * CHUNK_CHARS))
}
