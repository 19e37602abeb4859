import type { Shape } from '../api/client.ts'

type Scope = Shape<'DescribedScope'>

/** A topic and the scopes that cover its memories, at most one for reading and one for changing. */
export interface TopicRow {
  topic: Shape<'ScopeTopic'>
  scopes: Scope[]
}

/**
 * Groups memory scopes by topic. What needs most attention comes first: everything, then sensitive topics, then those
 * that may be changed. A second scope of the same topic and kind, such as `fitness` beside `fitness.*`, gets a row of
 * its own.
 */
export function topicRows(scopes: readonly Scope[]): TopicRow[] {
  const rows: TopicRow[] = []
  for (const scope of scopes) {
    const { topic } = scope
    if (!topic) continue
    const row = rows.find(
      ({ topic: { key }, scopes }) => key === topic.key && scopes.every(({ kind }) => kind !== scope.kind),
    )
    if (row) row.scopes.push(scope)
    else rows.push({ topic, scopes: [scope] })
  }
  return rows.sort((a, b) => attention(b) - attention(a))
}

function attention({ topic, scopes }: TopicRow): number {
  const isSensitive = scopes.some(({ sensitive }) => sensitive)
  const isChanged = scopes.some(({ kind }) => kind === 'write')
  return (topic.key === '*' ? 4 : 0) + (isSensitive ? 2 : 0) + (isChanged ? 1 : 0)
}
