import type { PairSigns } from './pair.ts'
import { WEIGHTS } from './weights.ts'

/*
 * A network with one hidden layer, and a direct connection of each sign to the output. `bench/updates.mjs` fits it.
 */

interface Network {
  readonly names: readonly string[]
  readonly direct: Float64Array
  readonly hidden: readonly Float64Array[]
  readonly hiddenBias: Float64Array
  readonly output: Float64Array
  readonly bias: number
}

let network: Network | undefined

/** The log odds that the newer of two statements replaces the older one, by what they have in common. */
export function logitOfSigns(signs: PairSigns): number {
  const { names, direct, hidden, hiddenBias, output, bias } = (network ??= parse(WEIGHTS))
  const sums = Float64Array.from(hiddenBias)
  let logit = bias
  for (const [at, name] of names.entries()) {
    const value = signs[name]
    if (!value) continue
    logit += value * direct[at]!
    const weights = hidden[at]!
    for (let unit = 0; unit < sums.length; unit++) sums[unit]! += value * weights[unit]!
  }
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
  const [bias, output, ...signs] = rows
  return {
    names: signs.map(({ name }) => name),
    direct: Float64Array.from(signs.map(({ direct }) => direct)),
    hidden: signs.map(({ hidden }) => hidden),
    bias: bias!.direct,
    hiddenBias: bias!.hidden,
    output: output!.hidden,
  }
}
