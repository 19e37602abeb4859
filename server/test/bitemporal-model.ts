/*
 * A plain model of a store in two times: when a statement was true, and when the store held it. It keeps every state of
 * every memory and answers a read by looking at all of them.
 */

/** A state of a memory from `at` on, until the next one. */
export interface State {
  at: number
  scope: string
  content: string
  validFrom: number
  validUntil: number | null
  supersededBy: string | null
  /** Whether the service superseded it, when it deleted the one before; a caller may decide otherwise. */
  byService?: boolean
  /** Whether the user decided that it is superseded. */
  byUser?: boolean
  /** Set once the memory is deleted: who did it. */
  deletedBy?: string | undefined
}

export interface Read {
  state: 'current' | 'superseded' | 'all'
  asOf?: number | undefined
  validAt?: number | undefined
}

/** Who reads: the name of the editor it is as, and the scopes it may read; all without a list. */
export interface Reader {
  editor: string
  reads: readonly string[] | undefined
}

/** A state without its time, and without who superseded it. */
const comparable = (state: State) => JSON.stringify({ ...state, at: 0, byService: false, byUser: false })

export class BitemporalModel {
  readonly #memories = new Map<string, State[]>()
  /** Who has written or changed each memory, the first is its author. */
  readonly #hands = new Map<string, string[]>()
  /** Memories that have superseded others. */
  readonly #standing = new Set<string>()

  get ids(): string[] {
    return [...this.#memories.keys()]
  }

  /** The state now; `undefined` if the memory is deleted. */
  now(id: string): State | undefined {
    const last = this.#memories.get(id)?.at(-1)
    return last?.deletedBy === undefined ? last : undefined
  }

  create(id: string, state: State, editor: string): void {
    this.#memories.set(id, [state])
    this.#hands.set(id, [editor])
  }

  /** Changes a memory at a time; does nothing if it stays as it is. */
  change(id: string, at: number, set: Partial<State>): void {
    const states = this.#memories.get(id)!
    const last = states.at(-1)!
    const next = { ...last, byService: false, ...set, at }
    if (comparable(next) !== comparable(last)) states.push(next)
  }

  edit(id: string, at: number, set: Partial<State>, editor: string): void {
    const before = this.now(id)!
    this.change(id, at, set)
    if (this.now(id) === before) return
    this.#hands.get(id)!.push(editor)
    this.#release(id, at, set.scope === undefined ? 'reworded' : 'moved', editor)
  }

  supersede(id: string, by: string, at: number, editor: string): void {
    const { validUntil, supersededBy, byUser = false } = this.now(id)!
    const begin = this.now(by)!.validFrom
    this.#standing.add(by)
    this.#hands.get(id)!.push(editor)
    const set = { supersededBy: by, validUntil: Math.min(validUntil ?? begin, begin) }
    this.change(id, at, { ...set, byUser: editor === 'user' || (supersededBy !== null && byUser) })
    if (supersededBy === null) this.#release(id, at, 'superseded', editor)
  }

  /** What others stated and a memory stands for is current again if an app changes that memory. */
  #release(id: string, at: number, how: 'reworded' | 'moved' | 'superseded', editor: string): void {
    if (editor === 'user') return
    if (how === 'superseded' ? this.#hands.get(id)![0] === 'user' : this.now(id)!.supersededBy !== null) return
    for (const other of this.ids) {
      const state = this.now(other)
      const isOfOthers = this.#hands.get(other)!.some((hand) => hand !== editor)
      if (state?.supersededBy !== id || !(isOfOthers || this.#standing.has(other))) continue
      if (how === 'moved' || state.byUser) this.reinstate(other, at)
    }
  }

  reinstate(id: string, at: number, editor?: string): void {
    if (this.now(id)!.supersededBy === null) return
    const before = this.#memories.get(id)!.findLast(({ supersededBy }) => supersededBy === null)
    this.change(id, at, { supersededBy: null, validUntil: before?.validUntil ?? null, byUser: false })
    if (editor) this.#hands.get(id)!.push(editor)
  }

  /** Deletes a memory; what it superseded is current again, or superseded by what superseded it. */
  delete(id: string, at: number, deletedBy: string): void {
    const next = this.now(id)!.supersededBy
    this.change(id, at, { deletedBy })
    for (const other of this.ids) {
      if (this.now(other)?.supersededBy !== id) continue
      if (next !== null && this.now(next)) {
        this.change(other, at, { supersededBy: next, byService: true })
        this.#standing.add(next)
      } else this.reinstate(other, at)
    }
  }

  /** Whether callers may not name another memory that supersedes it. */
  isSuperseded(id: string): boolean {
    const { supersededBy, byService } = this.now(id)!
    return supersededBy !== null && !byService
  }

  /** Whether a memory was superseded by another, directly or by way of others. */
  isSupersededBy(id: string, other: string): boolean {
    for (let next = this.now(id)?.supersededBy; next; next = this.now(next)?.supersededBy)
      if (next === other) return true
    return false
  }

  /** What a read returns, by id: the content then. */
  read({ editor, reads }: Reader, { state, asOf, validAt }: Read, now: number): Record<string, string> {
    const found: Record<string, string> = {}
    const instant = asOf ?? now
    for (const [id, states] of this.#memories) {
      const { deletedBy } = states.at(-1)!
      const held = asOf === undefined ? states.at(-1)! : states.findLast(({ at }) => at <= asOf)
      if (!held || held.deletedBy !== undefined) continue
      // What others deleted stays deleted for an app.
      if (deletedBy !== undefined && editor !== 'user' && deletedBy !== editor) continue
      if (reads && !reads.includes(held.scope)) continue
      const isCurrent = held.supersededBy === null && (held.validUntil === null || held.validUntil > instant)
      const isValid =
        validAt === undefined || (held.validFrom <= validAt && (held.validUntil === null || validAt < held.validUntil))
      const isMeant = state === 'all' || (state === 'superseded' ? !isCurrent : isCurrent || validAt !== undefined)
      if (isValid && isMeant) found[id] = held.content
    }
    return found
  }
}
