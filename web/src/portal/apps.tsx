import { Box, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Shape } from '../api/client.ts'
import { Empty } from '../ui/empty.tsx'
import { Initials } from '../ui/initials.tsx'
import { ButtonLink, TextLink } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { ShowMore } from '../ui/more.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { When } from '../ui/when.tsx'
import { PORTAL } from '../urls.ts'
import { appPages } from './queries.ts'

/** The developer's apps. */
export function Apps() {
  const found = useInfiniteQuery(appPages)
  const { data, error, refetch } = found
  const apps = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Stack gap="lg">
      <PageTitle
        title="Apps"
        lead="Each has its own credentials, manifest, webhooks and usage."
        actions={apps.length > 0 && <ButtonLink to={PORTAL.newApp}>New app</ButtonLink>}
      />
      {error && !data && <Trouble error={error} retry={refetch} />}
      {!error && !data && <Loading rows={3} height={92} />}
      {data && !apps.length && (
        <Empty title="No app yet" action={<ButtonLink to={PORTAL.newApp}>Create your first app</ButtonLink>}>
          Give it a name and choose what it may ask people for. You get its credentials and a first call to copy.
        </Empty>
      )}
      <Stack gap="sm">
        {apps.map((app) => (
          <Row key={app.id} app={app} />
        ))}
      </Stack>
      <ShowMore of={found} />
    </Stack>
  )
}

function Row({ app }: { app: Shape<'App'> }) {
  const scopes = app.manifest.scopes.length
  return (
    <Group component="article" className="surface" p="md" wrap="nowrap" align="flex-start" aria-label={app.name}>
      <Initials name={app.name} />
      <Box flex={1} miw={0}>
        <TextLink to={PORTAL.app} params={{ id: app.id }} fw={600} className="breaks">
          {app.name}
        </TextLink>
        {app.description && (
          <Text size="sm" className="breaks" lineClamp={2}>
            {app.description}
          </Text>
        )}
        <Text size="xs" c="dimmed" mt={4} className="breaks">
          {app.slug} · {scopes === 1 ? '1 scope' : `${scopes} scopes`} · created <When at={app.createdAt} />
        </Text>
      </Box>
    </Group>
  )
}
