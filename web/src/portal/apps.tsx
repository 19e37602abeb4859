import { Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import Boxes from 'lucide-react/icons/boxes'
import { appsQuery } from '../api/queries.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { PORTAL } from '../urls.ts'

const loading = () => <Loading rows={3} height={92} />
// Developers without an app do not load it.
const AppList = onDemand(() => import('./app-list.tsx').then(({ AppList }) => AppList), loading)

/** The start page of the portal: the developer's apps, and how they are doing. */
export function Apps() {
  const query = useInfiniteQuery(appsQuery)
  const { data, error, refetch } = query
  const apps = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Stack gap="lg">
      <PageTitle
        title="Apps"
        lead="Each has its own credentials, manifest, webhooks and usage."
        actions={apps.length > 0 && <ButtonLink to={PORTAL.newApp}>New app</ButtonLink>}
      />
      {error && !data && <ErrorAlert error={error} retry={refetch} />}
      {!error && !data && loading()}
      {data && !apps.length && (
        <EmptyState
          icon={Boxes}
          title="No app yet"
          action={<ButtonLink to={PORTAL.newApp}>Create your first app</ButtonLink>}
        >
          Give it a name and choose what it may ask people for. You get its credentials and a first call to copy.
        </EmptyState>
      )}
      {apps.length > 0 && <AppList apps={apps} />}
      <ShowMore of={query} />
    </Stack>
  )
}
