/** Variances below this are rounding errors of constant samples. */
const VARIANCE_MIN = 1e-12

/** Correlation and linear regression of pairs of numbers, accumulated as sums. */
export class Regression {
  #n = 0
  #x = 0
  #y = 0
  #xx = 0
  #yy = 0
  #xy = 0

  add(x: number, y: number): void {
    this.#n++
    this.#x += x
    this.#y += y
    this.#xx += x * x
    this.#yy += y * y
    this.#xy += x * y
  }

  /** Number of pairs. */
  get count(): number {
    return this.#n
  }

  /**
   * Pearson's correlation, -1 to 1, the slope and intercept of y over x by least squares, and the variance of y around
   * that line; `undefined` if x or y is constant or there are no pairs.
   */
  get fit(): { correlation: number; slope: number; intercept: number; residual: number } | undefined {
    const n = this.#n
    const varianceX = this.#xx / n - (this.#x / n) ** 2
    const varianceY = this.#yy / n - (this.#y / n) ** 2
    if (!(varianceX > VARIANCE_MIN && varianceY > VARIANCE_MIN)) return undefined
    const covariance = this.#xy / n - (this.#x / n) * (this.#y / n)
    const slope = covariance / varianceX
    return {
      correlation: covariance / Math.sqrt(varianceX * varianceY),
      slope,
      intercept: this.#y / n - (slope * this.#x) / n,
      residual: Math.max(0, varianceY - slope * covariance),
    }
  }
}
