import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint'
import type { MemoryService, RecalledMemory } from '@memory-service/sdk'
import { isMatch, matchesConditions } from './langgraph-filters.ts'

const STORE = 'langgraph'
const LIMIT = 10
const PAGE_MAX = 100
const ITEMS_MAX = 1_000
const ID_CHARS_MAX = 200
/** Fields whose text becomes the content of the memory, so that it reads as a sentence in the Hub. */
const TEXTS = ['content', 'text', 'memory', 'fact', 'data', 'page_content']

type Value = Record<string, unknown>

/** Options of the store. */
export interface MemoryStoreOptions {
  /** The scope of the items; your app needs to read and write it. Default `note`. */
  scope?: string
}

/**
 * A `BaseStore` whose items are memories of one user: they see them in the Hub, and other apps find them by meaning, as far as
 * the user allows. The namespace and key are stored in the memory's metadata, which only your app and the user see.
 * @example const graph = builder.compile({ store: new MemoryStore(memory, { scope: 'fitness' }) })
 */
export class MemoryStore extends BaseStore {
  readonly #memory: MemoryService
  readonly #scope: string

  constructor(memory: MemoryService, { scope = 'note' }: MemoryStoreOptions = {}) {
    super()
    this.#memory = memory
    this.#scope = scope
  }

  /** Runs operations in their order. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results: unknown[] = []
    for (const operation of operations) results.push(await this.#run(operation))
    return results as OperationResults<Op>
  }

  #run(operation: Operation): Promise<unknown> {
    if ('value' in operation) return this.#put(operation)
    if ('key' in operation) return this.#get(operation)
    if ('namespacePrefix' in operation) return this.#search(operation)
    return this.#namespaces(operation)
  }

  async #get({ namespace, key }: GetOperation): Promise<Item | null> {
    const found = await this.#find(namespace, key)
    return found ? itemOf(found) : null
  }

  async #put({ namespace, key, value, index }: PutOperation): Promise<void> {
    if (value === null) {
      const found = await this.#find(namespace, key)
      if (found) await this.#memory.forget(found.id)
      return
    }
    const { content, ...how } = encoded(value)
    const { results } = await this.#memory.remember({
      scope: this.#scope,
      kind: 'fact',
      content,
      externalId: await externalIdOf(namespace, key),
      metadata: {
        store: STORE,
        key,
        depth: namespace.length,
        ...Object.fromEntries(namespace.map((name, at) => [`ns.${at}`, name])),
        ...how,
        ...(index === false ? { unindexed: true } : {}),
      },
    })
    const missing = results[0]?.missing_scope
    if (missing) throw new Error(`The item cannot be stored: ${missing} is not granted.`)
  }

  async #search({ namespacePrefix, filter, limit = LIMIT, offset = 0, query }: SearchOperation): Promise<SearchItem[]> {
    const filters = { scope: this.#scope, metadata: inNamespace(namespacePrefix) }
    const wanted = filter ? ITEMS_MAX : offset + limit
    const memories = await this.#memory.collect(
      { ...filters, limit: Math.min(PAGE_MAX, Math.max(1, wanted)), ...(query ? { query } : {}) },
      { cap: wanted },
    )
    return memories
      .filter(({ metadata }) => !query || !metadata?.unindexed)
      .map(
        (memory): SearchItem => ({
          ...itemOf(memory),
          ...(query && memory.score !== undefined ? { score: memory.score } : {}),
        }),
      )
      .filter(({ value }) => isMatch(value, filter))
      .slice(offset, offset + limit)
  }

  async #namespaces({ matchConditions, maxDepth, limit, offset }: ListNamespacesOperation): Promise<string[][]> {
    const memories = await this.#memory.collect({ scope: this.#scope, metadata: inNamespace([]) }, { cap: ITEMS_MAX })
    const all = memories
      .map(({ metadata }) => namespaceOf(metadata))
      .filter((namespace) => matchesConditions(namespace, matchConditions))
      .map((namespace) => namespace.slice(0, maxDepth))
    const unique = new Map(all.map((namespace) => [JSON.stringify(namespace), namespace]))
    const sorted = [...unique.keys()].sort().map((name) => unique.get(name) ?? [])
    return sorted.slice(offset, offset + limit)
  }

  async #find(namespace: string[], key: string): Promise<RecalledMemory | undefined> {
    const externalId = await externalIdOf(namespace, key)
    const { memories } = await this.#memory.list({ scope: this.#scope, externalId, limit: 1 })
    return memories[0]
  }
}

type Metadata = RecalledMemory['metadata']

function itemOf({ content, metadata, createdAt, updatedAt }: RecalledMemory): Item {
  return {
    namespace: namespaceOf(metadata),
    key: String(metadata?.key),
    value: decoded(content, metadata),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }
}

function inNamespace(prefix: string[]): Record<string, string> {
  return { store: STORE, ...Object.fromEntries(prefix.map((name, at) => [`ns.${at}`, name])) }
}

function namespaceOf(metadata: Metadata): string[] {
  return Array.from({ length: Number(metadata?.depth ?? 0) }, (_, at) => String(metadata?.[`ns.${at}`]))
}

/** A text with other fields beside it, or JSON. A value that is edited in the Hub changes its text. */
function encoded(value: Value): { content: string; field?: string; rest?: string } {
  const field = TEXTS.find(
    (name) => typeof value[name] === 'string' && value[name] && value[name] === value[name].trim(),
  )
  if (!field) return { content: JSON.stringify(value) }
  const { [field]: content, ...rest } = value
  return { content: content as string, field, ...(Object.keys(rest).length ? { rest: JSON.stringify(rest) } : {}) }
}

function decoded(content: string, metadata: Metadata): Value {
  const { field, rest } = metadata ?? {}
  if (typeof field === 'string') return { [field]: content, ...(typeof rest === 'string' ? JSON.parse(rest) : {}) }
  try {
    return JSON.parse(content)
  } catch {
    // The user rewrote it as a sentence.
    return { content }
  }
}

async function externalIdOf(namespace: string[], key: string): Promise<string> {
  const id = `${STORE}:${JSON.stringify([...namespace, key])}`
  if (id.length <= ID_CHARS_MAX) return id
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id))
  return `${STORE}:sha256:${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
