/** Vectors with more components are rejected. */
export const DIMENSION_MAX = 4096
/** Largest magnitude of a code. -128 is not used, so that a vector and its opposite have opposite codes. */
const CODE_MAX = 127

/**
 * Quantises the direction of a vector to one signed byte per component, scaled so that the component of largest
 * magnitude becomes ±127. Cosines of codes differ from cosines of the vectors by less than 0.02. A vector without a
 * direction (all 0, or with a component that is not finite) becomes all 0.
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
