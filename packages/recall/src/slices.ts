/**
 * Divides a thread among changes: together they keep it for a limited time in one turn of the event loop, in the order in which
 * they asked for it.
 */
export class Slices {
  readonly #ms: number
  readonly #now: () => number
  readonly #waiting: (() => void)[] = []
  #isScheduled = false
  /** The time that changes have taken in this turn. */
  #spent = 0

  constructor(ms: number, now = () => performance.now()) {
    this.#ms = ms
    this.#now = now
  }

  /** Runs the steps of a change. The first ones run at once if there is time left and no other change waits. */
  async run<T>(steps: Iterator<void, T>): Promise<T> {
    if (this.#waiting.length || this.#spent >= this.#ms) await this.#turn()
    this.#schedule()
    let start = this.#now()
    let step = steps.next()
    for (; !step.done; step = steps.next()) {
      const spent = this.#spent + this.#now() - start
      if (spent < this.#ms) continue
      this.#spent = spent
      await this.#turn()
      start = this.#now()
    }
    this.#spent += this.#now() - start
    if (this.#spent < this.#ms) this.#waiting.shift()?.()
    return step.value
  }

  #turn(): Promise<void> {
    this.#schedule()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#spent = 0
      this.#waiting.shift()?.()
      if (this.#waiting.length) this.#schedule()
    })
  }
}
