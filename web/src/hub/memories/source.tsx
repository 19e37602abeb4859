import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../../api/queries.ts'
import { AppName } from '../../ui/app-name.tsx'

/** The source of a memory: the name of an app, or “you”. */
export function Source({ slug }: { slug: string | null }) {
  const { data: connections } = useQuery(connectionsQuery)
  if (slug === null) return t`you`
  const name = connections?.find(({ app }) => app.slug === slug)?.app.name ?? slug
  return <AppName slug={slug} name={name} />
}
