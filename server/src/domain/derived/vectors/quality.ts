import type { Embedder } from '../../../foundation/models/embedder.ts'

/*
 * How well a model finds synonyms, so that ranking can rely on its vectors as far as they deserve. Each frame is filled with
 * the words of four pairs of synonyms. A good model gives two sentences with synonyms a higher cosine than two with words of
 * different pairs. The share of comparisons in which it does (the area under the ROC curve) is .5 for vectors that know nothing
 * but letters or words.
 */

/** The pairs of a frame are of one kind, so that only the synonym is nearer. No two words of a pair begin alike. */
const FRAMES: readonly (readonly [frame: string, pairs: readonly (readonly [string, string])[]])[] = [
  ['The * is here.', ['doctor physician', 'child kid', 'wife spouse', 'policeman cop']],
  ['I bought a new *.', ['couch sofa', 'car automobile', 'coat jacket', 'rug carpet']],
  ['She feels *.', ['happy glad', 'tired exhausted', 'angry furious', 'sick ill']],
  ['We talked about the *.', ['movie film', 'trip journey', 'job occupation', 'gift present']],
  ['He wants to * it.', ['begin start', 'purchase buy', 'fix repair', 'shut close']],
  ['It was very *.', ['big large', 'quick fast', 'expensive costly', 'quiet silent']],
  ['They went to the *.', ['store shop', 'forest woods', 'cinema theater', 'sea ocean']],
  ['My * needs help.', ['father dad', 'stomach belly', 'friend buddy', 'teacher instructor']],
].map(([frame, pairs]) => [frame as string, (pairs as string[]).map((pair) => pair.split(' ') as [string, string])])

/** The sentences that are compared, frame by frame: the two of each pair follow each other. */
export const QUALITY_TEXTS: readonly string[] = FRAMES.flatMap(([frame, pairs]) =>
  pairs.flatMap((pair) => pair.map((word) => frame.replace('*', word))),
)

/** Areas at which the quality is 0, and by how much more it is 1. */
const AREA_MIN = 0.75
const AREA_SPAN = 0.125

/** The quality of a model, 0 to 1, from its vectors of {@link QUALITY_TEXTS}. */
export function qualityFrom(vectors: readonly Float32Array[]): number {
  let wins = 0
  let comparisons = 0
  let first = 0
  for (const [, pairs] of FRAMES) {
    const end = first + 2 * pairs.length
    for (let at = first; at < end; at++) {
      const synonym = at ^ 1
      const own = cosine(vectors[at]!, vectors[synonym]!)
      for (let other = first; other < end; other++) {
        if (other >> 1 === at >> 1) continue
        const foreign = cosine(vectors[at]!, vectors[other]!)
        wins += own > foreign ? 1 : own === foreign ? 0.5 : 0
        comparisons++
      }
    }
    first = end
  }
  return Math.min(1, Math.max(0, (wins / comparisons - AREA_MIN) / AREA_SPAN))
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, squaresA, squaresB] = [0, 0, 0]
  for (let at = 0; at < a.length; at++) {
    dot += a[at]! * b[at]!
    squaresA += a[at]! * a[at]!
    squaresB += b[at]! * b[at]!
  }
  return squaresA && squaresB ? dot / Math.sqrt(squaresA * squaresB) : 0
}

/** Measures the quality of an embedder. @throws ModelFailure */
export async function measureQuality(embedder: Embedder, signal: AbortSignal): Promise<number> {
  const vectors: Float32Array[] = []
  while (vectors.length < QUALITY_TEXTS.length)
    vectors.push(
      ...(await embedder.embed(QUALITY_TEXTS.slice(vectors.length, vectors.length + embedder.batchMax), signal)),
    )
  return qualityFrom(vectors)
}
