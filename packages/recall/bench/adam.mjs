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

/** A copy in random order (Fisher and Yates). `next` returns random numbers from 0 to 1. */
export function shuffled(list, next) {
  const copy = [...list]
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1))
    ;[copy[at], copy[other]] = [copy[other], copy[at]]
  }
  return copy
}
