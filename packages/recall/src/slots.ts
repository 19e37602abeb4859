import type { SectionReader, SectionWriter } from './snapshot-sections.ts'

/** Which row occupies each slot of an index. Slots are reused. */
export class Slots {
  /** By slot: the id of its row. */
  ids: string[] = []
  #free: number[] = []
  /** By id: the slot. Made when it is needed: searches go from slots to ids only. */
  #slotOf: Map<string, number> | undefined
  #size = 0

  /** Number of rows. */
  get size(): number {
    return this.#size
  }

  /** The slot of a row; `undefined` for an unknown id. */
  find(id: string): number | undefined {
    return this.#lookUp().get(id)
  }

  /** Takes a slot for a new row. */
  take(id: string): number {
    const slotOf = this.#lookUp()
    const slot = this.#free.pop() ?? this.ids.length
    this.ids[slot] = id
    slotOf.set(id, slot)
    this.#size++
    return slot
  }

  /** Forgets a row. Its slot is not reused before it is freed. Returns `undefined` for an unknown id. */
  remove(id: string): number | undefined {
    const slot = this.find(id)
    if (slot === undefined) return undefined
    this.#lookUp().delete(id)
    this.#size--
    return slot
  }

  free(slots: readonly number[]): void {
    this.#free.push(...slots)
  }

  save(out: SectionWriter): void {
    const free = new Set(this.#free)
    out.strings(this.ids.map((id, slot) => (free.has(slot) ? '' : id)))
    out.array(Uint32Array.from(this.#free))
  }

  load(from: SectionReader): void {
    this.ids = from.strings()
    this.#free = [...from.array(Uint32Array)]
    this.#size = this.ids.length - this.#free.length
  }

  #lookUp(): Map<string, number> {
    if (this.#slotOf) return this.#slotOf
    this.#slotOf = new Map()
    for (const [slot, id] of this.ids.entries()) if (id) this.#slotOf.set(id, slot)
    return this.#slotOf
  }
}
