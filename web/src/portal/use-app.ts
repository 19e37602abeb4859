import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Shape } from '../api/client.ts'
import { portalQueries } from '../api/portal/queries.ts'

/** The app of the current page. `AppLayout` renders the page only after the app is loaded. */
export function useApp(): Shape<'App'> {
  const { id = '' } = useParams({ strict: false })
  return useQuery(portalQueries.app(id)).data!
}
