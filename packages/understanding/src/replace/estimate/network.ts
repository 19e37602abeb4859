import type { PairSigns } from './pair.ts'
import { WEIGHTS } from './weights.ts'

/*
 * A network with one hidden layer, and a direct connection of each sign to the output. `bench/updates.mjs` fits it.
 */

interface Inputs {
  readonly names: readonly string[]
  readonly direct: Float64Array
  readonly hidden: readonly Float64Array[]
}

interface Network extends Inputs {
  /** The products of the vectors of both, in order. */
  readonly meaning: Inputs
  readonly hiddenBias: Float64Array
  readonly output: Float64Array
  readonly bias: number
}

/** How the names of products of vectors begin. */
const MEANING = 'meaning '

let network: Network | undefined

/**
 * The log odds that the newer of two statements replaces the older one, by what they have in common.
 * @param meaning see `meaningInCommon`
 */
export function logitOfSigns(signs: PairSigns, meaning: Float32Array | undefined): number {
  const known = (network ??= parse(WEIGHTS))
  const { names, hiddenBias, output, bias, meaning: ofMeaning } = known
  const sums = Float64Array.from(hiddenBias)
  let logit = bias
  const add = (value: number, at: number, inputs: Inputs) => {
    logit += value * inputs.direct[at]!
    const weights = inputs.hidden[at]!
    for (let unit = 0; unit < sums.length; unit++) sums[unit]! += value * weights[unit]!
  }
  for (let at = 0; at < names.length; at++) {
    const value = signs[names[at]!]
    if (value) add(value, at, known)
  }
  if (meaning) for (let at = 0; at < ofMeaning.names.length; at++) add(meaning[at]!, at, ofMeaning)
  for (let unit = 0; unit < sums.length; unit++) logit += output[unit]! * Math.tanh(sums[unit]!)
  return logit
}

/** Each line: a name, a colon, and its weights: the direct one, then one for each hidden unit. */
function parse(text: string): Network {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => {
      const [name, weights] = line.split(': ') as [string, string]
      const [direct, ...hidden] = weights.split(' ').map(Number)
      return { name, direct: direct!, hidden: Float64Array.from(hidden) }
    })
  const [bias, output, ...inputs] = rows
  const inputsOf = (isMeaning: boolean): Inputs => {
    const chosen = inputs.filter(({ name }) => name.startsWith(MEANING) === isMeaning)
    return {
      names: chosen.map(({ name }) => name),
      direct: Float64Array.from(chosen.map(({ direct }) => direct)),
      hidden: chosen.map(({ hidden }) => hidden),
    }
  }
  return {
    ...inputsOf(false),
    meaning: inputsOf(true),
    bias: bias!.direct,
    hiddenBias: bias!.hidden,
    output: output!.hidden,
  }
}
