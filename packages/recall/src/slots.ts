import type { SectionReader, SectionWriter } from './snapshot-sections.ts'

const NO_SLOTS: readonly number[] = []

/** Which row occupies each slot of an index. Slots are reused. A row has one, or two if it is read in two ways. */
export class Slots {
  /** By slot: the id of its row. */
  ids: string[] = []
  #free: number[] = []
  /** By id: the slot. Made when it is needed: searches go from slots to ids only. */
  #slotOf: Map<string, number | readonly number[]> | undefined
  #size = 0

  /** Number of slots with rows. */
  get size(): number {
    return this.#size
  }

  /** The slots of a row; none for an unknown id. */
  find(id: string): readonly number[] {
    const found = this.#lookUp().get(id) ?? NO_SLOTS
    return typeof found === 'number' ? [found] : found
  }

  /** Takes a slot for a new row, or a further one for a known row. */
  take(id: string): number {
    const slotOf = this.#lookUp()
    const slot = this.#free.pop() ?? this.ids.length
    this.ids[slot] = id
    add(slotOf, id, slot)
    this.#size++
    return slot
  }

  /** Forgets a row and returns its slots, which are not reused before they are freed; none for an unknown id. */
  remove(id: string): readonly number[] {
    const slots = this.find(id)
    if (!slots.length) return slots
    this.#lookUp().delete(id)
    this.#size -= slots.length
    return slots
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

  #lookUp(): Map<string, number | readonly number[]> {
    if (this.#slotOf) return this.#slotOf
    this.#slotOf = new Map()
    for (const [slot, id] of this.ids.entries()) if (id) add(this.#slotOf, id, slot)
    return this.#slotOf
  }
}

function add(slotOf: Map<string, number | readonly number[]>, id: string, slot: number): void {
  const known = slotOf.get(id)
  slotOf.set(id, known === undefined ? slot : [known, slot].flat())
}
