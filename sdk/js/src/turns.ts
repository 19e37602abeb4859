import { type CallOptions, callOf, type Http, keyed, type WriteOptions } from './http.ts'
import { List } from './pages.ts'
import type { Conversation, TurnFilters, TurnInput, TurnMessage, TurnPage, TurnsAccepted } from './types.ts'

/** Conversations of one connection. Use it as `memory.turns`. */
export class Turns {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Sends new messages of a conversation as they are. Where the service has a chat model, it extracts memories in the
   * background and deletes the messages; elsewhere they stay as a transcript. Send each message once.
   * @throws MemoryServiceError `scope_denied`, `unknown_scope`, `conflict`, `limit_exceeded`, `rate_limited`
   * @example await memory.turns.add([{ role: 'user', content: 'My left knee hurts.' }], { conversationId: 'thread-42' })
   */
  add(
    messages: TurnInput | readonly TurnInput[],
    { conversationId, scope, occurredAt, ...options }: Conversation & WriteOptions = {},
  ): Promise<TurnsAccepted> {
    const body = { messages: [messages].flat(), conversationId, scope, occurredAt }
    return this.#http.json(keyed('/v1/turns', body, options))
  }

  /**
   * Lists the messages of the transcripts that your app sent, newest first; with `query`, those that match best.
   * @throws MemoryServiceError `scope_denied`
   * @example const { items } = await memory.turns.list({ query: 'knee', limit: 5 })
   */
  list(filters: TurnFilters & CallOptions = {}): List<TurnMessage, TurnPage> {
    const { query, conversationId, scope, limit } = filters
    return new List((cursor = filters.cursor) =>
      this.#http.json({
        ...callOf(filters),
        method: 'GET',
        path: '/v1/turns',
        query: { query, conversationId, scope, limit, cursor },
        repeatable: 'always',
      }),
    )
  }

  /**
   * Deletes the transcript of a conversation. Memories that were extracted from it stay.
   * @throws MemoryServiceError `scope_denied`
   * @example await memory.turns.delete('thread-42')
   */
  delete(conversationId: string, options: CallOptions = {}): Promise<{ deleted: boolean }> {
    const query = { conversationId }
    return this.#http.json({ ...callOf(options), method: 'DELETE', path: '/v1/turns', query, repeatable: 'always' })
  }
}
