import { serverText } from '../i18n/server-text.ts'

const SEPARATOR = ' · '

/** English names of standard scopes that are not the scope itself, as the service has them. */
const ENGLISH: ReadonlyMap<string, string> = new Map([
  ['general', 'general things'],
  ['preference', 'preferences'],
  ['goal', 'goals'],
  ['relationship', 'relationships'],
  ['note', 'notes'],
])

/** A scope in words: `fitness.trail_runs` is “Fitness · trail runs”. */
export function topicName(scope: string): string {
  const [top = '', ...below] = scope.split('.').map((part) => part.replaceAll(/[_-]+/g, ' ').trim())
  const name = serverText(`topic.${scope.split('.')[0]}.name`, ENGLISH.get(top) ?? top)
  return [name.charAt(0).toUpperCase() + name.slice(1), ...below].filter(Boolean).join(SEPARATOR)
}

/** The kind of a memory in words. */
export const kindName = (type: string): string => serverText(`kind.${type}`, type)

/** The kind of a memory where it stands alone: “Goal”. */
export function kindLabel(type: string): string {
  const name = kindName(type)
  return name.charAt(0).toLocaleUpperCase() + name.slice(1)
}

/** What a scope says below its top level, in words: `fitness.trail_runs` has “trail runs”. */
export function subtopicName(scope: string): string {
  return topicName(scope).split(SEPARATOR).slice(1).join(SEPARATOR)
}

/** The scope for a topic and words that narrow it down: `fitness` and “Trail runs” make `fitness.trail_runs`. */
export function scopeBelow(top: string, words: string): string {
  const below = words
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[·./]/)
    .map((part) =>
      part
        .replaceAll(/[^a-z0-9]+/g, ' ')
        .trim()
        .replaceAll(' ', '_'),
    )
  return [top, ...below.filter(Boolean)].join('.')
}
