import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DIMENSION_MAX, quantise } from './quantise.ts'

/** Normally distributed numbers, like components of real embeddings; deterministic per seed. */
function gaussian(seed: number): () => number {
  let state = seed
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 1) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, squaresA, squaresB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!
    squaresA += a[i]! ** 2
    squaresB += b[i]! ** 2
  }
  return dot / Math.sqrt(squaresA * squaresB)
}

test('cosines of codes differ from cosines of vectors by less than 0.02', () => {
  const dimensions = fc.integer({ min: 32, max: 1536 })
  fc.assert(
    fc.property(dimensions, fc.nat(), fc.double({ min: -1, max: 1, noNaN: true }), (dimension, seed, share) => {
      const next = gaussian(seed)
      const a = Float32Array.from({ length: dimension }, next)
      const b = a.map((component) => share * component + (1 - Math.abs(share)) * next())
      expect(Math.abs(cosine(quantise(a), quantise(b)) - cosine(a, b))).toBeLessThan(0.02)
    }),
  )
})

test('the component of largest magnitude becomes 127 or -127', () => {
  const components = fc.float({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(fc.array(components, { minLength: 1, maxLength: 50 }), (array) => {
      const codes = quantise(Float32Array.from(array))
      const largest = Math.max(...codes.map(Math.abs))
      expect(largest).toBe(array.every((component) => component === 0) ? 0 : 127)
    }),
  )
  expect(quantise(new Float32Array(DIMENSION_MAX).fill(1e-40))).toEqual(new Int8Array(DIMENSION_MAX).fill(127))
})

test('a vector without a direction becomes all 0', () => {
  for (const component of [0, Number.NaN, Infinity, -Infinity])
    expect(quantise(Float32Array.of(component, component === 0 ? 0 : 1))).toEqual(Int8Array.of(0, 0))
  expect(quantise(new Float32Array())).toEqual(new Int8Array())
})
