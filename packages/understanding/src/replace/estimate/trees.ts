import { decodeBase64 } from '../../base64.ts'
import type { PairSigns } from './pair.ts'
import { TREE_WEIGHTS } from './tree-weights.ts'

/*
 * Trees of comparisons, each with a number in the leaf that it leads to; the sum of these is the estimate. Grown by
 * `bench/updates.mjs`.
 */

interface Trees {
  /** The names of the signs that are inputs; the products of the vectors of both follow them. */
  readonly names: readonly string[]
  readonly size: number
  readonly roots: readonly number[]
  /** By node: the input that it compares, or `LEAF`. */
  readonly inputs: Uint8Array
  /** By node: the node for inputs up to its value; the one after it is for higher ones. */
  readonly low: Uint16Array
  /** By node: what the input is compared with, or the number of the leaf. */
  readonly values: Float32Array
}

const LEAF = 255
/** A node: its input, the place of the next node in its tree, and its value. */
const NODE_BYTES = 6
/** How the names of products of vectors begin. */
const MEANING = 'meaning '

let trees: Trees | undefined

/**
 * The log odds that the newer of two statements replaces the older one, by what they have in common.
 * @param meaning see `meaningInCommon`
 */
export function logitOfSigns(signs: PairSigns, meaning: Float32Array | undefined): number {
  const { names, size, roots, inputs, low, values } = (trees ??= decode())
  const x = new Float32Array(size)
  for (let at = 0; at < names.length; at++) x[at] = signs[names[at]!] ?? 0
  if (meaning) x.set(meaning, names.length)
  let logit = TREE_WEIGHTS.bias
  for (const root of roots) {
    let node = root
    while (inputs[node] !== LEAF) node = low[node]! + (x[inputs[node]!]! <= values[node]! ? 0 : 1)
    logit += values[node]!
  }
  return logit
}

/** Each tree: the number of its nodes, then these. */
function decode(): Trees {
  const all = TREE_WEIGHTS.names.split(',')
  const bytes = decodeBase64(TREE_WEIGHTS.nodes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const roots: number[] = []
  const count = Math.ceil(bytes.length / NODE_BYTES)
  const [inputs, low, values] = [new Uint8Array(count), new Uint16Array(count), new Float32Array(count)]
  let node = 0
  for (let at = 0; at < bytes.length; ) {
    const root = node
    roots.push(root)
    const end = root + view.getUint8(at++)
    for (; node < end; node++, at += NODE_BYTES) {
      inputs[node] = view.getUint8(at)
      low[node] = root + view.getUint8(at + 1)
      values[node] = view.getFloat32(at + 2, true)
    }
  }
  return { names: all.filter((name) => !name.startsWith(MEANING)), size: all.length, roots, inputs, low, values }
}
