import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../../api/queries.ts'

/** The source of a memory: the name of an app, or “you”. */
export function Source({ slug }: { slug: string | null }) {
  const { data: connections } = useQuery(connectionsQuery)
  if (slug === null) return t`you`
  return connections?.find(({ app }) => app.slug === slug)?.app.name ?? slug
}
