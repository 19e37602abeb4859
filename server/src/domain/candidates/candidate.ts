import { coversAny, isScopeName, topLevel } from '@memory-service/scopes'
import { z } from 'zod'
import { hasSecret } from '../memories/secrets.ts'
import { type Moment, occurredAtOf } from './dates.ts'

const CANDIDATES_MAX = 5
const TAGS_MAX = 5
const TAG_CHARS_MAX = 40
const CONTENT_CHARS_MAX = 1_000
const TYPE_CHARS_MAX = 64
const TYPE_DEFAULT = 'fact'
const IMPORTANCE_DEFAULT = 50
const SCOPE_FALLBACK = 'general'

/** A proposed memory. */
export const Candidate = z
  .object({
    type: z.string(),
    scope: z.string(),
    content: z.string(),
    importance: z.number().meta({ description: '0 to 100.' }),
    occurredAt: z.iso.datetime().meta({ description: 'When it happened or will happen; when it was said if unknown.' }),
  })
  .meta({ id: 'MemoryCandidate' })
export type Candidate = z.output<typeof Candidate>

/** The output requested from a model after a turn. Lenient: an invalid field counts as missing. */
export const Proposals = z.object({
  memoryCandidates: z.array(
    z
      .object({
        type: z.string().catch(TYPE_DEFAULT),
        scope: z.string().catch(SCOPE_FALLBACK),
        content: z.string().catch(''),
        importance: z.number().catch(IMPORTANCE_DEFAULT),
        occurredAt: z.string().nullable().catch(null),
      })
      .catch({ type: '', scope: '', content: '', importance: 0, occurredAt: null }),
  ),
})

/** The same from a model that puts it, and the tone of its reply, into one object with the reply. */
export const Extraction = Proposals.extend({ toneTags: z.array(z.string().catch('')).catch([]) })
export type Extraction = z.output<typeof Extraction>
export const EMPTY_EXTRACTION: Extraction = { toneTags: [], memoryCandidates: [] }

/** Returns at most five short, distinct tone tags. */
export function tagsOf({ toneTags }: Pick<Extraction, 'toneTags'>): string[] {
  const tags = toneTags.map((tag) => cleanText(tag.slice(0, TAG_CHARS_MAX)).replace(/\s+/g, ' ')).filter(Boolean)
  return [...new Set(tags)].slice(0, TAGS_MAX)
}

/**
 * Returns the candidates of an extraction, at most five, each in a scope that may be written; others are dropped.
 * @param writes qualifiers of the write grants.
 * @param known whether a top level exists.
 */
export function candidatesOf(
  { memoryCandidates }: z.output<typeof Proposals>,
  writes: readonly string[],
  known: (topLevel: string) => boolean,
  moment: Moment,
): Candidate[] {
  return memoryCandidates
    .flatMap(({ type, scope, content, importance, occurredAt }) => {
      const writable = writableScope(scope.trim().toLowerCase(), writes, known)
      const text = cleanText(content.slice(0, CONTENT_CHARS_MAX))
      // A model that proposes a secret is not asked twice.
      if (!text || writable === undefined || hasSecret(text)) return []
      const kind = cleanText(type.slice(0, TYPE_CHARS_MAX)).toLowerCase()
      return [
        {
          type: kind || TYPE_DEFAULT,
          scope: writable,
          content: text,
          importance: Math.min(100, Math.max(0, importance)),
          occurredAt: occurredAtOf(text, occurredAt, moment),
        },
      ]
    })
    .slice(0, CANDIDATES_MAX)
}

/**
 * Finds a writable scope with the same top level: the proposed scope, otherwise the closest one above it, otherwise one
 * below it. An unknown top level is replaced by `general`. Never uses another top level, which other apps may read.
 */
export function writableScope(
  proposed: string,
  writes: readonly string[],
  known: (topLevel: string) => boolean,
): string | undefined {
  const scope = isScopeName(proposed) && known(topLevel(proposed)) ? proposed : SCOPE_FALLBACK
  const parts = scope.split('.')
  for (let length = parts.length; length; length--) {
    const above = parts.slice(0, length).join('.')
    if (coversAny(writes, above)) return above
  }
  return writes
    .map((qualifier) => qualifier.replace(/\.\*$/, ''))
    .filter((below) => below.startsWith(`${scope}.`))
    .sort()[0]
}

// Removes what PostgreSQL cannot store (lone surrogates, NUL) and other control characters.
function cleanText(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu, '').trim()
}
