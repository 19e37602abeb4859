/* Splits prose into sentences, each with the heading above it. */

const HEADING = /^(?:#{1,6}\s+(\S.*)|\*\*([^*]+)\*\*:?|__([^_]+)__:?|([A-Z][^.!?:]{0,40}):)$/
const BULLET = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/
/** The end of a sentence, but not after an abbreviation, a number of a list or an initial. */
const SENTENCE_END =
  /(?<!\b(?:Mr|Mrs|Ms|Dr|St|Prof|No|vs|etc|e\.g|i\.e|[A-Z]))(?<=[.!?]["”')\]]?)\s+(?=["“'([]?\p{Lu})/u

export interface ProseSentence {
  readonly content: string
  readonly section: string | undefined
}

export function proseSentences(text: string): ProseSentence[] {
  const found: ProseSentence[] = []
  let section: string | undefined
  for (const paragraph of text.split(/\n+/)) {
    const line = paragraph.trim()
    const heading = headingOf(line)
    if (heading) section = heading
    else
      for (const sentence of line.replace(BULLET, '').split(SENTENCE_END)) {
        const content = sentence.replace(/\*\*([^*]+)\*\*/g, '$1').trim()
        if (content) found.push({ content, section })
      }
  }
  return found
}

/** The text of a heading line, without its marks. */
export function headingOf(line: string): string | undefined {
  const match = HEADING.exec(line.trim())
  return match ? (match[1]?.replace(/(?<!#)#+$/, '') ?? match[2] ?? match[3] ?? match[4])?.trim() : undefined
}
