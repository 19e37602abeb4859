import { Arena } from './arena.ts'
import { wordBytes } from './lexicon/words.ts'
import { search } from './rank.ts'
import type { BuildPage, Change, Found, RecallStats, SearchRequest, Update } from './types.ts'
import { UserIndex } from './userindex.ts'

/** Nobody waits longer than this for another's build, plus one search. */
const SLICE_MS = 4
/** A build that got no page for so long was given up by whoever began it. */
const BUILD_IDLE_MS = 30_000
/** How long an index too large for the whole budget stays for the request that built it. */
const OVERSIZE_STAY_MS = 1_000
/** An index that took in this many times its size, and some, holds more past than present: better built anew. */
const WORN_TIMES = 4
const WORN_ROWS_MIN = 10_000

interface Held {
  index: UserIndex
  version: number
  bytes: number
}

type Contents = Pick<Update, 'rows' | 'gone' | 'vectors'>

interface Build {
  name: string
  nextPage: number
  index: UserIndex
  bytes: number
  touchedAt: number
  ended: Promise<void>
  end: () => void
}

/**
 * All users' search indexes: searched at once, changed in slices, the least recently used let go when memory is short.
 *
 * Changes to one user's index happen one after the other; searches see whatever is there between slices, under the
 * version from before the change. A new index is built aside and takes its place when whole.
 */
export class RecallEngine {
  readonly #bytesMax: number
  readonly #arena: Arena
  /** In order of use, the longest unused first. */
  readonly #held = new Map<string, Held>()
  readonly #builds = new Map<string, Build>()
  readonly #turns = new Map<string, Promise<unknown>>()
  #bytes = 0
  #evicted = 0
  #oversize: NodeJS.Timeout | undefined

  /** `bytesMax`: what all indexes together may hold, in bytes; `arena`: what their vectors live in. */
  constructor({ bytesMax, arena = new Arena() }: { bytesMax: number; arena?: Arena }) {
    this.#bytesMax = bytesMax
    this.#arena = arena
  }

  /**
   * The best rows for a query; `undefined` when this user's index is not held and has to be built first. An index older
   * than `atLeast` answers its version and empty lists.
   */
  search(request: SearchRequest): Found | undefined {
    const held = this.#held.get(request.user)
    if (!held) return undefined
    this.#held.delete(request.user)
    this.#held.set(request.user, held)
    if (held.version < (request.atLeast ?? 0)) return nothing(held.version)
    return search(held.index, held.version, request)
  }

  /** The version held of a user's index. */
  held(user: string): number | undefined {
    return this.#held.get(user)?.version
  }

  /**
   * Takes in a change. `false` when someone else got there first: an update whose `from` is not the version held, a
   * build page that is not the next of the build under way. A second build of the same user is answered, with `false`,
   * only when the first has ended: whoever gets `false` searches again.
   */
  apply(user: string, change: Change): Promise<boolean> {
    return change.from === null ? this.#applyPage(user, change) : this.#inTurn(user, () => this.#update(user, change))
  }

  /** Lets a user's index go, and a build of it under way. */
  forget(user: string): void {
    this.#dropBuild(user)
    this.#drop(user)
  }

  /** Lets all indexes go: what they were made of has changed for everybody. */
  forgetAll(): void {
    for (const user of [...this.#builds.keys()]) this.#dropBuild(user)
    for (const user of [...this.#held.keys()]) this.#drop(user)
  }

  /** What is held now, builds included. */
  stats(): RecallStats {
    let docs = 0
    for (const { index } of this.#held.values()) docs += index.size
    return { bytes: this.#bytes + wordBytes(), indexes: this.#held.size, docs, evicted: this.#evicted }
  }

  async #applyPage(user: string, page: BuildPage): Promise<boolean> {
    if (page.page === 0 && !(await this.#startBuild(user, page))) return false
    return this.#inTurn(user, () => this.#addPage(user, page))
  }

  async #startBuild(user: string, { build: name, to }: BuildPage): Promise<boolean> {
    const other = this.#builds.get(user)
    if (other && performance.now() - other.touchedAt < BUILD_IDLE_MS) {
      await Promise.race([other.ended, idle(BUILD_IDLE_MS)])
      return false
    }
    this.#dropBuild(user)
    if ((this.held(user) ?? -1) >= to) return false
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    this.#builds.set(user, {
      name,
      nextPage: 0,
      index: new UserIndex(this.#arena),
      bytes: 0,
      touchedAt: performance.now(),
      ended,
      end,
    })
    return true
  }

  async #addPage(user: string, page: BuildPage): Promise<boolean> {
    const build = this.#builds.get(user)
    if (!build || build.name !== page.build || build.nextPage !== page.page) return false
    await this.#fill(build.index, { ...page, gone: [] })
    if (this.#builds.get(user) !== build) return letGo(build.index)
    build.nextPage++
    build.touchedAt = performance.now()
    this.#bytes += build.index.bytes - build.bytes
    build.bytes = build.index.bytes
    if (!page.last) {
      this.#makeRoom(user)
      return true
    }
    this.#builds.delete(user)
    build.end()
    if ((this.held(user) ?? -1) > page.to) {
      this.#bytes -= build.bytes
      build.index.free()
      return false
    }
    this.#drop(user)
    this.#held.set(user, { index: build.index, version: page.to, bytes: build.bytes })
    this.#makeRoom(user)
    return true
  }

  async #update(user: string, change: Update): Promise<boolean> {
    const { from, to } = change
    const held = this.#held.get(user)
    if (held?.version !== from) return false
    await this.#fill(held.index, change)
    if (this.#held.get(user) !== held) return letGo(held.index)
    held.version = to
    this.#bytes += held.index.bytes - held.bytes
    held.bytes = held.index.bytes
    if (held.index.added > WORN_TIMES * held.index.size + WORN_ROWS_MIN) this.#drop(user)
    this.#makeRoom(user)
    return true
  }

  /** Adds and removes rows and vectors, letting others have their turn every few milliseconds. */
  async #fill(index: UserIndex, change: Contents): Promise<void> {
    let until = performance.now() + SLICE_MS
    for (const _ of steps(index, change)) {
      if (performance.now() < until) continue
      await nextTurn()
      until = performance.now() + SLICE_MS
    }
  }

  #inTurn(user: string, work: () => Promise<boolean>): Promise<boolean> {
    const before = this.#turns.get(user)
    const turn = before ? before.then(work, work) : work()
    this.#turns.set(user, turn)
    const done = () => {
      if (this.#turns.get(user) === turn) this.#turns.delete(user)
    }
    turn.then(done, done)
    return turn
  }

  /** Lets go of the longest unused, all but `user`'s; that one too, a little later, if it alone is too much. */
  #makeRoom(user: string): void {
    if (this.#bytes <= this.#bytesMax) return
    for (const [other, { touchedAt }] of this.#builds)
      if (performance.now() - touchedAt > BUILD_IDLE_MS) this.#dropBuild(other)
    for (const other of this.#held.keys()) {
      if (this.#bytes <= this.#bytesMax) return
      if (other !== user) this.#evict(other)
    }
    if (this.#bytes <= this.#bytesMax || this.#oversize) return
    this.#oversize = setTimeout(() => {
      this.#oversize = undefined
      for (const other of this.#held.keys()) if (this.#bytes > this.#bytesMax) this.#evict(other)
    }, OVERSIZE_STAY_MS)
    this.#oversize.unref()
  }

  #evict(user: string): void {
    this.#evicted++
    this.#drop(user)
  }

  #drop(user: string): void {
    const held = this.#held.get(user)
    if (!held) return
    this.#held.delete(user)
    this.#bytes -= held.bytes
    held.index.free()
  }

  #dropBuild(user: string): void {
    const build = this.#builds.get(user)
    if (!build) return
    this.#builds.delete(user)
    this.#bytes -= build.bytes
    build.index.free()
    build.end()
  }
}

/** Frees an index once more that was let go while it was being filled, and went on taking blocks. */
function letGo(index: UserIndex): false {
  index.free()
  return false
}

function nothing(version: number): Found {
  return { version, ids: [], scores: [], keyword: [], vector: [], hybrid: false }
}

/** The work of a change in small steps: rows vanish first and are swept last, so that no search meets an old text. */
function* steps(index: UserIndex, { rows, gone, vectors }: Contents): Generator<void> {
  for (const id of gone) index.retire(id)
  for (const row of rows) {
    index.add(row)
    yield
  }
  if (vectors) {
    const size = vectors.codes.length / Math.max(1, vectors.ids.length)
    for (const [at, id] of vectors.ids.entries()) {
      index.setVector(id, vectors.codes.subarray(at * size, (at + 1) * size))
      yield
    }
  }
  yield* index.sweep()
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function idle(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
