import { i18n } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import { Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { hubQueries } from '../../api/hub/queries.ts'
import { connectionsQuery } from '../../api/queries.ts'
import { AppName } from '../../ui/app-name.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import utilities from '../../ui/utilities.module.css'
import { ACTION_LABELS } from '../activity/labels.ts'

/** Which apps were given a memory, by which kind of read, and when. */
export function MemoryReads({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(hubQueries.memoryReads(id))
  const connections = useQuery(connectionsQuery)
  const nameOf = (slug: string) => connections.data?.find(({ app }) => app.slug === slug)?.app.name ?? slug
  return (
    <section>
      <Title order={3} size="h5">
        <Trans>Who read it</Trans>
      </Title>
      {error ? (
        <ErrorAlert error={error} retry={refetch} />
      ) : !data || connections.isPending ? (
        <Loading rows={1} height={24} />
      ) : data.length ? (
        <ul className={utilities.plainList}>
          {data.map(({ id, app, action, at }) => (
            <Group key={id} component="li" gap="xs" align="baseline" justify="space-between" wrap="nowrap">
              <span>
                <b>{app && <AppName slug={app} name={nameOf(app)} />}</b>{' '}
                {ACTION_LABELS[action] ? i18n._(ACTION_LABELS[action]) : action}
              </span>
              <Text span size="xs" c="dimmed" className={utilities.noWrap}>
                <Timestamp at={at} />
              </Text>
            </Group>
          ))}
        </ul>
      ) : (
        <Text c="dimmed">
          <Trans>No app has read it, as far as is on record. Which memories apps read is kept for 90 days.</Trans>
        </Text>
      )}
    </section>
  )
}
