import { refuseBrowsers } from './guard.ts'
import { type CallOptions, callOf, Http, keyed, segment, type WriteOptions } from './http.ts'
import type { ClientCredentials } from './oauth.ts'
import { List, searchable } from './pages.ts'
import type {
  ClaimLink,
  Memory,
  MemoryFilters,
  MemoryInput,
  MemoryPage,
  RecalledMemory,
  Remembered,
  RememberOptions,
} from './types.ts'

/**
 * Memories that your app holds for users who have no account yet, under your own user ids. Only your app sees them, until
 * the person claims them at consent.
 *
 * @example
 * const held = new HeldMemories({ baseUrl: 'https://memory.example', clientId, clientSecret })
 * await held.remember('user-4711', { scope: 'fitness', content: 'Runs along the river every Tuesday.' })
 * const { memories } = await held.recall('user-4711', 'On which day does she go running?')
 */
export class HeldMemories {
  readonly #http: Http

  /** @throws MemoryServiceError `secret_in_browser`, `invalid_argument` */
  constructor({ clientId, clientSecret, ...options }: ClientCredentials) {
    refuseBrowsers('The client secret')
    this.#http = new Http(options, btoa(`${clientId}:${clientSecret}`), 'Basic')
  }

  /**
   * Stores one memory of a user, or up to 100.
   * @throws MemoryServiceError `unknown_scope`, `limit_exceeded` (nothing was stored)
   * @example await held.remember('user-4711', { scope: 'fitness', content: 'Wants to run a marathon.' })
   */
  async remember(
    userId: string,
    memories: MemoryInput | readonly MemoryInput[],
    { allowSecrets, ...options }: RememberOptions = {},
  ): Promise<Remembered> {
    const body = { memories: [memories].flat(), allow_secrets: allowSecrets }
    return this.#http.json(keyed(`${pathOf(userId)}/memories`, body, options))
  }

  /**
   * Searches by meaning; empty for an unknown user. `await` returns the best results; iteration continues.
   * A blank query is an error.
   * @example const { memories } = await held.recall('user-4711', 'where does she run', { limit: 5 })
   */
  recall(userId: string, query: string, options: MemoryFilters & CallOptions = {}): List<RecalledMemory, MemoryPage> {
    return this.#find(userId, { ...options, query })
  }

  /**
   * Lists memories, newest first; empty for an unknown user.
   * @example for await (const { content } of held.list('user-4711')) console.log(content)
   */
  list(userId: string, filters: MemoryFilters & CallOptions = {}): List<Memory, MemoryPage> {
    return this.#find(userId, filters)
  }

  /**
   * Erases all that is held for a user.
   * @example await held.erase('user-4711')
   */
  async erase(userId: string, options: CallOptions = {}): Promise<{ ok: true }> {
    return this.#http.json({ ...callOf(options), method: 'DELETE', path: pathOf(userId), repeatable: 'always' })
  }

  /**
   * Makes a ticket for `connectUrl({ claim })`: at consent, the person chooses which topics to save. Valid once, for an hour.
   * @throws MemoryServiceError `not_found` if nothing is held
   * @example const { claim } = await held.claimLink('user-4711')
   */
  async claimLink(userId: string, options: WriteOptions = {}): Promise<ClaimLink> {
    return this.#http.json(keyed(`${pathOf(userId)}/claim-link`, undefined, options))
  }

  #find(userId: string, filters: MemoryFilters & CallOptions & { query?: string }): List<RecalledMemory, MemoryPage> {
    const { signal: _signal, timeoutMs: _timeoutMs, retry: _retry, ...query } = filters
    return new List(async (cursor = filters.cursor) =>
      this.#http.json({
        ...callOf(filters),
        method: 'GET',
        path: `${pathOf(userId)}/memories`,
        query: searchable({ ...query, cursor }),
        repeatable: 'always',
      }),
    )
  }
}

const pathOf = (userId: string) => `/v1/held/${segment(userId)}`
