import { MemoryServiceError } from './errors.ts'

const COLLECT_CAP = 1_000

/** A page of any list of the service. */
export type AnyPage<T> = { next_cursor?: string | null } & (
  | { items: readonly T[] }
  | { memories: readonly T[] }
  | { triggers: readonly T[] }
)

/** Asks for the page a cursor leads to; without one, for the first. */
export type PageFunction<T, Page extends AnyPage<T> = AnyPage<T>> = (cursor?: string) => PromiseLike<Page>

// biome-ignore lint/suspicious/noExplicitAny: a promise has it so.
type Failed<B> = ((error: any) => B | PromiseLike<B>) | null

/**
 * A list that is asked for when it is used. It is a promise of its first page, and iterated it is every item of every
 * page, one after the other, a page fetched only when it is reached. The first page is fetched once, whatever it is used for.
 *
 * @example
 * const { memories, next_cursor } = await memory.list({ scope: 'fitness' })
 * for await (const one of memory.list({ scope: 'fitness' })) console.log(one.content)
 */
export class List<T, Page extends AnyPage<T>> implements Promise<Page>, AsyncIterable<T> {
  readonly [Symbol.toStringTag]: string = 'List'
  readonly #ask: PageFunction<T, Page>
  #first: Promise<Page> | undefined

  constructor(ask: PageFunction<T, Page>) {
    this.#ask = ask
  }

  /** Fetches the first page; this is what `await` does. */
  // biome-ignore lint/suspicious/noThenProperty: to be awaited is what it is for.
  then<A = Page, B = never>(done?: ((page: Page) => A | PromiseLike<A>) | null, failed?: Failed<B>): Promise<A | B> {
    return this.#firstPage().then(done, failed)
  }

  /** Fetches the first page, and is told when that fails. */
  catch<B = never>(failed?: Failed<B>): Promise<Page | B> {
    return this.#firstPage().catch(failed)
  }

  /** Fetches the first page, and is told when that is over. */
  finally(over?: (() => void) | null): Promise<Page> {
    return this.#firstPage().finally(over)
  }

  /** Page by page. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    const seen = new Set<string>()
    let cursor: string | undefined
    do {
      const page = await (cursor === undefined ? this.#firstPage() : this.#ask(cursor))
      yield page
      cursor = page.next_cursor ?? undefined
      if (cursor !== undefined && seen.has(cursor))
        throw new MemoryServiceError('invalid_response', 'The list leads back to a page it has led to before.')
      if (cursor !== undefined) seen.add(cursor)
    } while (cursor !== undefined)
  }

  /** Item by item. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* itemsOf<T>(page)
  }

  // What it throws at once is a rejection, too.
  #firstPage(): Promise<Page> {
    this.#first ??= (async () => this.#ask())()
    return this.#first
  }
}

/** The items of all pages, in order, and no more of them than `cap`. */
export async function collect<T>(ask: PageFunction<T>, cap: number = COLLECT_CAP): Promise<T[]> {
  const items: T[] = []
  if (cap <= 0) return items
  for await (const item of new List(ask)) if (items.push(item) >= cap) break
  return items
}

function itemsOf<T>(page: AnyPage<T>): readonly T[] {
  return 'items' in page ? page.items : 'memories' in page ? page.memories : page.triggers
}
