import { Box, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import Boxes from 'lucide-react/icons/boxes'
import type { Shape } from '../api/client.ts'
import { appsQuery } from '../api/queries.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Initials } from '../ui/initials.tsx'
import { ButtonLink, TextLink } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import utilities from '../ui/utilities.module.css'
import { PORTAL } from '../urls.ts'

/** The list of the developer's apps. */
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
      {!error && !data && <Loading rows={3} height={92} />}
      {data && !apps.length && (
        <EmptyState
          icon={Boxes}
          title="No app yet"
          action={<ButtonLink to={PORTAL.newApp}>Create your first app</ButtonLink>}
        >
          Give it a name and choose what it may ask people for. You get its credentials and a first call to copy.
        </EmptyState>
      )}
      <div className={utilities.rows}>
        {apps.map((app) => (
          <Row key={app.id} app={app} />
        ))}
      </div>
      <ShowMore of={query} />
    </Stack>
  )
}

function Row({ app }: { app: Shape<'App'> }) {
  const scopes = app.manifest.scopes.length
  return (
    <Group component="article" py="md" wrap="nowrap" align="flex-start" aria-label={app.name}>
      <Initials name={app.name} slug={app.slug} icon={app.icon} />
      <Box flex={1} miw={0}>
        <TextLink to={PORTAL.app} params={{ id: app.id }} fw={600} className={utilities.breakWords}>
          {app.name}
        </TextLink>
        {app.description && (
          <Text size="sm" className={utilities.breakWords} lineClamp={2}>
            {app.description}
          </Text>
        )}
        <Text size="xs" c="dimmed" mt={4} className={utilities.breakWords}>
          {app.slug} · {scopes === 1 ? '1 scope' : `${scopes} scopes`} · created <Timestamp at={app.createdAt} />
        </Text>
      </Box>
    </Group>
  )
}
