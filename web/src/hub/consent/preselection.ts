import type { Shape } from '../../api/client.ts'
import type { OpenRequest } from '../../ui/open-badge.tsx'

/**
 * The scopes that are ticked at first. For a connected app, those it has now: what was refused stays refused. For a new
 * app, all it asks for; of an app that the operator has not verified, without sensitive topics and without everything.
 */
export function preselected({ app, scopes, granted }: Shape<'ConsentPreview'>): ReadonlySet<string> {
  const isTicked = ({ scope, sensitive }: Shape<'DescribedScope'>) =>
    granted ? granted.covered.includes(scope) : app.verified || !sensitive
  return new Set(scopes.filter(isTicked).map(({ scope }) => scope))
}

/** Whether the request covers all memories. */
export function asksForEverything({ scopes }: Shape<'ConsentPreview'>): boolean {
  return scopes.some(({ topic }) => topic?.key === '*')
}

/** Counts the memories of a topic, with those of the scopes below it. */
export function countIn(
  topic: Shape<'ScopeTopic'>,
  used: readonly Pick<Shape<'ScopeList'>['scopes'][number], 'scope' | 'count'>[],
): number {
  const isInside = (scope: string) => topic.key === '*' || scope === topic.key || scope.startsWith(`${topic.key}.`)
  return used.filter(({ scope }) => isInside(scope)).reduce((sum, { count }) => sum + count, 0)
}

/** Whether a connected app asks for a scope or a type of signal that was refused before, or that is new. */
export function openRequestIn(
  { covered, signals, refused }: NonNullable<Shape<'ConsentPreview'>['granted']>,
  name: string,
): OpenRequest | undefined {
  if (covered.includes(name) || signals.includes(name)) return undefined
  const refusal = refused.find((each) => each.name === name)
  return refusal ? { refusedAt: refusal.at } : 'new'
}
