import { z } from 'zod'
import { coversAny, isScopeName, topLevel } from '../vocabulary/scopes.ts'

const CANDIDATES_MAX = 5
const TAGS_MAX = 5
const TAG_CHARS_MAX = 40
const CONTENT_CHARS_MAX = 1_000
const TYPE_CHARS_MAX = 64
const TYPE_DEFAULT = 'fact'
const IMPORTANCE_DEFAULT = 50
const SCOPE_FALLBACK = 'general'

/** A memory that is proposed and not yet kept. */
export const Candidate = z
  .object({
    type: z.string(),
    scope: z.string(),
    content: z.string(),
    importance: z.number().meta({ description: '0 to 100.' }),
  })
  .meta({ id: 'MemoryCandidate' })
export type Candidate = z.output<typeof Candidate>

/** What a model is asked for after a turn. Taken liberally: a field that is wrong is as good as left out. */
export const Said = z.object({
  toneTags: z.array(z.string().catch('')).catch([]),
  memoryCandidates: z.array(
    z
      .object({
        type: z.string().catch(TYPE_DEFAULT),
        scope: z.string().catch(SCOPE_FALLBACK),
        content: z.string().catch(''),
        importance: z.number().catch(IMPORTANCE_DEFAULT),
      })
      .catch({ type: '', scope: '', content: '', importance: 0 }),
  ),
})
export type Said = z.output<typeof Said>
export const NOTHING_SAID: Said = { toneTags: [], memoryCandidates: [] }

/** The tags of a tone as they are told: a few, short, each once. */
export function tagsOf({ toneTags }: Said): string[] {
  const tags = toneTags.map((tag) => plain(tag.slice(0, TAG_CHARS_MAX)).replace(/\s+/g, ' ')).filter(Boolean)
  return [...new Set(tags)].slice(0, TAGS_MAX)
}

/**
 * The candidates of what a model said, within bounds, each where it may be written; one that has no such place is
 * left out. `known` holds the top levels there are.
 */
export function candidatesOf(
  { memoryCandidates }: Said,
  writes: readonly string[],
  known: (topLevel: string) => boolean,
): Candidate[] {
  return memoryCandidates
    .flatMap(({ type, scope, content, importance }) => {
      const place = placeFor(scope.trim().toLowerCase(), writes, known)
      const text = plain(content.slice(0, CONTENT_CHARS_MAX))
      if (!text || place === undefined) return []
      const kind = plain(type.slice(0, TYPE_CHARS_MAX)).toLowerCase()
      return [
        {
          type: kind || TYPE_DEFAULT,
          scope: place,
          content: text,
          importance: Math.min(100, Math.max(0, importance)),
        },
      ]
    })
    .slice(0, CANDIDATES_MAX)
}

/**
 * The nearest scope that may be written, in the same top level: the scope itself, else the closest one above it, else
 * one below it. Of what nobody knows the top level is `general`. Never another top level: who may read that was
 * decided for other things.
 */
export function placeFor(
  asked: string,
  writes: readonly string[],
  known: (topLevel: string) => boolean,
): string | undefined {
  const scope = isScopeName(asked) && known(topLevel(asked)) ? asked : SCOPE_FALLBACK
  const parts = scope.split('.')
  for (let length = parts.length; length; length--) {
    const above = parts.slice(0, length).join('.')
    if (coversAny(writes, above)) return above
  }
  return writes
    .map((qualifier) => qualifier.replace(/\.\*$/, ''))
    .filter((place) => place.startsWith(`${scope}.`))
    .sort()[0]
}

// Without what PostgreSQL cannot hold: half a surrogate pair, NUL; nor has a model a reason to send control characters.
function plain(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu, '').trim()
}
