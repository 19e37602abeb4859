import { guessLanguage, isFunctionWord, tokenise } from '@memory-service/recall/tokens'
import { piecesOf } from '../../foundation/pieces.ts'

/* The words by which messages of transcripts are found, reduced to stems as recall does. */

const QUERY_STEMS_MAX = 32

const MESSAGE_STEMS_MAX = 256

/** The distinct stems of a message, the first 256. Others run between the pieces of a long one, whenever `pause` lets them. */
export async function stemsOf(content: string, pause: () => Promise<void> | undefined): Promise<string[]> {
  const stems = new Set<string>()
  for (const piece of piecesOf(content)) {
    await pause()
    const { tokens, joined, unigrams } = tokenise(piece)
    for (const stem of [...tokens.map(({ stem }) => stem), ...joined, ...unigrams]) stems.add(stem)
    if (stems.size >= MESSAGE_STEMS_MAX) break
  }
  return [...stems].slice(0, MESSAGE_STEMS_MAX)
}

/** The distinct stems that a query looks for: without words such as "the", unless it has no others. */
export function queryStemsOf(query: string): string[] {
  const tokenised = tokenise(query)
  const language = guessLanguage(tokenised)
  const words = tokenised.tokens.filter((token) => !isFunctionWord(token, language))
  const stems = [...(words.length ? words : tokenised.tokens).map(({ stem }) => stem), ...tokenised.joined]
  return [...new Set(stems.length ? stems : tokenised.unigrams)].slice(0, QUERY_STEMS_MAX)
}
