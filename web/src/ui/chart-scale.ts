// Their halves are whole numbers, too, if they stand for tens or more.
const STEPS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]
const SMALL_TOPS = [2, 4, 6, 8, 10]

/** The upper end of a scale for numbers up to `highest`: a round number whose half is a whole one. */
export function scaleTop(highest: number): number {
  const small = SMALL_TOPS.find((top) => top >= highest)
  if (small) return small
  const unit = 10 ** Math.floor(Math.log10(highest))
  return Math.round((STEPS.find((step) => step * unit >= highest) ?? 10) * unit)
}
