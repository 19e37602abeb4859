/** Vectors of more components are not taken. */
export const DIMENSION_MAX = 4096
/** The largest code: the same below and above 0, so that a vector and its opposite stay opposite. */
const CODE_MAX = 127

/**
 * A vector's direction in one byte for each component, scaled so that the largest, whatever its sign, becomes 127. The
 * length is lost, and so is what lies below half a step: cosines of such codes are those of the vectors to within .02.
 * A vector without a direction (all 0, or with a component that is no finite number) becomes all 0.
 */
export function quantise(vector: Float32Array): Int8Array {
  const codes = new Int8Array(vector.length)
  let largest = 0
  for (const component of vector) {
    if (!Number.isFinite(component)) return codes
    largest = Math.max(largest, Math.abs(component))
  }
  if (largest === 0) return codes
  const scale = CODE_MAX / largest
  for (let i = 0; i < codes.length; i++) codes[i] = Math.round(vector[i]! * scale)
  return codes
}
