import type { Shape } from '../../api/client.ts'
import type { Memory } from './memory.ts'

type Recalled = Shape<'RecalledMemory'>

/** One page of a search, as the API returns it. */
export interface ResultPage {
  memories: readonly Recalled[]
  /** How likely it is that anything in the search answers it, from 0 to 1. */
  relevance?: number
}

/** The results of a search, in its order: those that fit, and those that are less related. */
export interface Results {
  fitting: Memory[]
  lessRelated: Memory[]
}

// `score` is the share of memories with that score that answer a search, and `relevance` the same of the whole search.
const LIKELY = 0.15
// Where hundreds have the word, few of them can be the answer, so their scores are low; what they share with the search
// is as much as the best one does.
const WORDS_MIN = 0.5
const WORDS_OF_BEST = 0.8

/**
 * Whether a memory matches the search by its words or its meaning. Recall also returns memories that are only recent,
 * pinned or nearby; they help an assistant but look wrong in a list of matches. Without a search, all match.
 */
export function isMatch({ score = 0, match }: Recalled): boolean {
  const { keyword = 0, vector = 0 } = match ?? {}
  return !match || keyword > 0 || (vector > 0 && score > 0)
}

/**
 * Sets weak results apart. Once a page has some, all pages after it are weak too, so that a page that arrives moves no row
 * that is shown already.
 */
export function resultsOf(pages: readonly ResultPage[]): Results {
  const [first] = pages
  const isAnswered = (first?.relevance ?? 0) >= LIKELY
  const best = Math.max(0, ...(first?.memories.map(({ match }) => match?.keyword ?? 0) ?? []))
  const fits = ({ score = 0, match }: Recalled) => {
    const { keyword = 0 } = match ?? {}
    return score >= LIKELY || (keyword >= WORDS_MIN && keyword >= WORDS_OF_BEST * best)
  }
  const results: Results = { fitting: [], lessRelated: [] }
  for (const { memories } of pages) {
    const areWeak = !isAnswered || results.lessRelated.length > 0
    for (const memory of memories.filter(isMatch))
      results[areWeak || !fits(memory) ? 'lessRelated' : 'fitting'].push(memory)
  }
  return results
}
