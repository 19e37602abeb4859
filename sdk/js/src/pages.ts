import { MemoryServiceError } from './errors.ts'

const COLLECT_CAP = 1_000

/** A page of any list. */
export type AnyPage<T> = { next_cursor?: string | null } & (
  | { items: readonly T[] }
  | { memories: readonly T[] }
  | { triggers: readonly T[] }
)

/** Fetches the page of a cursor; the first page without one. */
export type PageFunction<T, Page extends AnyPage<T> = AnyPage<T>> = (cursor?: string) => PromiseLike<Page>

// biome-ignore lint/suspicious/noExplicitAny: as in the type of Promise.
type Failed<B> = ((error: any) => B | PromiseLike<B>) | null

/**
 * A list that is fetched when it is used: `await` returns its first page, and iteration yields the items of all pages, each
 * page fetched when it is reached. The first page is fetched only once.
 *
 * @example
 * const { memories, next_cursor } = await memory.list({ scope: 'fitness' })
 * for await (const one of memory.list({ scope: 'fitness' })) console.log(one.content)
 */
export class List<T, Page extends AnyPage<T>> implements Promise<Page>, AsyncIterable<T> {
  readonly [Symbol.toStringTag]: string = 'List'
  readonly #fetch: PageFunction<T, Page>
  #first: Promise<Page> | undefined

  constructor(fetch: PageFunction<T, Page>) {
    this.#fetch = fetch
  }

  /** Fetches the first page; this is what `await` does. */
  // biome-ignore lint/suspicious/noThenProperty: a list can be awaited.
  then<A = Page, B = never>(done?: ((page: Page) => A | PromiseLike<A>) | null, failed?: Failed<B>): Promise<A | B> {
    return this.#firstPage().then(done, failed)
  }

  /** Fetches the first page and handles its failure. */
  catch<B = never>(failed?: Failed<B>): Promise<Page | B> {
    return this.#firstPage().catch(failed)
  }

  /** Fetches the first page and runs a function afterwards. */
  finally(over?: (() => void) | null): Promise<Page> {
    return this.#firstPage().finally(over)
  }

  /** Yields the pages. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    const seen = new Set<string>()
    let cursor: string | undefined
    do {
      const page = await (cursor === undefined ? this.#firstPage() : this.#fetch(cursor))
      yield page
      cursor = page.next_cursor ?? undefined
      if (cursor !== undefined && seen.has(cursor))
        throw new MemoryServiceError('invalid_response', 'The list returned the same cursor twice.')
      if (cursor !== undefined) seen.add(cursor)
    } while (cursor !== undefined)
  }

  /** Yields the items of all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* itemsOf<T>(page)
  }

  // The async function turns a synchronous throw into a rejection.
  #firstPage(): Promise<Page> {
    this.#first ??= (async () => this.#fetch())()
    return this.#first
  }
}

/** Collects the items of all pages, at most `cap`. */
export async function collect<T>(ask: PageFunction<T>, cap: number = COLLECT_CAP): Promise<T[]> {
  const items: T[] = []
  if (cap <= 0) return items
  for await (const item of new List(ask)) if (items.push(item) >= cap) break
  return items
}

function itemsOf<T>(page: AnyPage<T>): readonly T[] {
  return 'items' in page ? page.items : 'memories' in page ? page.memories : page.triggers
}

/**
 * The parameters of a search or list. An empty query would list memories, without scores.
 * @throws MemoryServiceError `invalid_argument` if there is a query, and it is blank
 */
export function searchable<T extends { query?: string }>(parameters: T): T {
  if (parameters.query !== undefined && !parameters.query.trim())
    throw new MemoryServiceError(
      'invalid_argument',
      'The query must not be empty; `list` returns memories without one.',
    )
  return parameters
}
