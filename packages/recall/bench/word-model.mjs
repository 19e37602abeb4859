/*
 * The file of the word vectors, as src/word-vectors.ts reads it: numbers of entries, components and bytes of stems; the stems;
 * a direction for each; weights in questions and in statements; the matrix of questions; the matrix of their words and the
 * weights of these; the words that have directions of their own, and these.
 */

import { quantise } from '@memory-service/recall/quantise'

const LOG_STEPS = 16
const LOG_OFFSET = 128

/** Reads what is used of a file; `common` are the bytes before the parts for the words of questions. */
export function readModel(file) {
  const [count, dimension, stemBytes] = [0, 4, 8].map((at) => file.readUInt32LE(at))
  let at = 12
  const take = (bytes) => file.subarray(at, (at += bytes))
  take(stemBytes)
  const directions = new Int8Array(take(count * dimension))
  const questionWeights = Float64Array.from(take(count), (log) => Math.exp((log - LOG_OFFSET) / LOG_STEPS))
  take(count + 4 * dimension * dimension)
  return { dimension, questionWeights, directions, common: file.subarray(0, at) }
}

/** The bytes of a file with other parts for the words of questions. */
export function writeModel({ common, askedWeights, askedMatrix, asked }) {
  const logs = Uint8Array.from(askedWeights, (weight) =>
    Math.min(255, Math.max(0, Math.round(Math.log(weight) * LOG_STEPS + LOG_OFFSET))),
  )
  const entries = [...asked.keys()].sort((a, b) => a - b)
  const codes = entries.map((entry) => Buffer.from(quantise(Float32Array.from(asked.get(entry))).buffer))
  const numbers = Uint32Array.from([entries.length, ...entries])
  return Buffer.concat([common, bytesOf(Float32Array.from(askedMatrix)), logs, bytesOf(numbers), ...codes])
}

/** Little-endian, as on all machines that Node supports but one. */
function bytesOf(array) {
  return Buffer.from(array.buffer)
}
