/** Adam (Kingma and Ba, 2015), by the name of what is fitted. Names that are not given in a step stay as they are. */
export class Adam {
  #moments = new Map()

  /** Changes `values` in place. */
  step(name, values, gradient, rate) {
    if (!this.#moments.has(name))
      this.#moments.set(name, [new Float64Array(values.length), new Float64Array(values.length)])
    const [first, second] = this.#moments.get(name)
    for (let i = 0; i < values.length; i++) {
      first[i] = 0.9 * first[i] + 0.1 * gradient[i]
      second[i] = 0.99 * second[i] + 0.01 * gradient[i] * gradient[i]
      values[i] -= (rate * first[i]) / (Math.sqrt(second[i]) + 1e-6)
    }
  }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function random(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A copy in random order (Fisher and Yates). */
export function shuffled(list, next) {
  const copy = [...list]
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1))
    ;[copy[at], copy[other]] = [copy[other], copy[at]]
  }
  return copy
}
