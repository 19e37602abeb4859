import { enlarged } from './lists.ts'

/** A set of small numbers that is emptied in constant time, for the inner loops of a search. */
export class Stamps {
  #stamps = new Uint32Array(1024)
  #current = 0

  /** Empties the set and makes room for numbers below `size`. */
  reset(size: number): void {
    if (size > this.#stamps.length) this.#stamps = enlarged(this.#stamps, size)
    if (++this.#current > 0xffff_fffe) {
      this.#stamps.fill(0)
      this.#current = 1
    }
  }

  add(number: number): void {
    this.#stamps[number] = this.#current
  }

  has(number: number): boolean {
    return this.#stamps[number] === this.#current
  }
}
