import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Box, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Plug from 'lucide-react/icons/plug'
import type { Shape } from '../../api/client.ts'
import { planUsageQuery } from '../../api/hub/consent-queries.ts'
import { connectionsQuery } from '../../api/queries.ts'
import { formatList, perLocale } from '../../i18n/format.ts'
import { appColor } from '../../ui/app-color.ts'
import { memoriesIn } from '../../ui/counts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Initials } from '../../ui/initials.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { inWords } from '../../ui/scope-words.ts'
import { TopicIcon } from '../../ui/topic-icon.tsx'
import { topicRows } from '../../ui/topic-rows.ts'
import { UnverifiedBadge } from '../../ui/unverified-badge.tsx'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import { McpAddress } from '../memories/first-steps.tsx'
import { ConnectionTimes } from './connection-times.tsx'
import css from './list.module.css'
import { PauseButton } from './pause-button.tsx'

type Connection = Shape<'OwnConnection'>

const percentFormat = perLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent' }))

/** The connected apps of the user, and those that were disconnected. */
export function Connections() {
  const { data, error, refetch } = useQuery(connectionsQuery)
  const active = data?.filter(({ status }) => status === 'active') ?? []
  const ended = data?.filter(({ status }) => status !== 'active') ?? []
  return (
    <Stack gap="lg">
      <PageTitle
        title={t`Connected apps`}
        lead={t`Each app reads and changes only what you allowed. Open one to see what it has done, to allow it less, or to disconnect it.`}
      />
      {error && !data && <ErrorAlert error={error} retry={refetch} />}
      {!error && !data && <Loading rows={3} height={92} />}
      {data && !active.length && (
        <EmptyState icon={Plug} title={t`No app is connected`} action={<McpAddress />}>
          <Trans>
            Open an app you like and press its “Connect” button, or give an AI assistant the address below. It asks you
            here what it may know; nothing is shared before.
          </Trans>
        </EmptyState>
      )}
      <div className={`${css.rows} ${utilities.rows}`}>
        {active.map((connection) => (
          <Row key={connection.id} connection={connection} />
        ))}
      </div>
      {ended.length > 0 && (
        <Stack gap="xs" component="section">
          <Title order={2} size="h4">
            <Trans>No longer connected</Trans>
          </Title>
          <div className={`${css.rows} ${utilities.rows}`}>
            {ended.map((connection) => (
              <Row key={connection.id} connection={connection} />
            ))}
          </div>
        </Stack>
      )}
    </Stack>
  )
}

function Row({ connection }: { connection: Connection }) {
  const { id, app, described, status, pausedAt, mutedAt, memories } = connection
  const isActive = status === 'active'
  const ending = status === 'expired' ? t`expired` : t`disconnected`
  const state = isActive ? pausedAt && t`paused` : ending
  return (
    <article className={`${css.row} ${appColor(app.slug)}`} aria-label={app.name}>
      <Initials name={app.name} slug={app.slug} icon={app.icon} size={44} />
      <Box miw={0}>
        <Group gap="xs">
          <TextLink to={HUB.connection} params={{ id }} fw={600} className={utilities.breakWords}>
            {app.name}
          </TextLink>
          {!app.verified && <UnverifiedBadge />}
          {[state, mutedAt && t`hidden from others`].map(
            (badge) =>
              badge && (
                <Badge key={badge} variant="light" color="gray">
                  {badge}
                </Badge>
              ),
          )}
        </Group>
        {isActive && <Topics scopes={described} />}
        <Text size="xs" c="dimmed" mt={4}>
          <ConnectionTimes connection={connection} />
        </Text>
      </Box>
      {memories.used > 0 && (
        <TextLink to={HUB.memories} search={{ app: app.slug }} className={css.share} underline="hover" c="inherit">
          {memoriesIn(memories.used)}
          <ShareBar used={memories.used} />
        </TextLink>
      )}
      {isActive && <PauseButton connection={connection} size="compact-md" />}
    </article>
  )
}

/** How much of all memories an app wrote. */
function ShareBar({ used }: { used: number }) {
  const total = useQuery(planUsageQuery).data?.memories.used ?? 0
  const share = total ? Math.round((100 * used) / total) : 0
  const sharePercent = percentFormat().format(share / 100)
  return (
    <>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" className={css.bar} aria-hidden="true">
        <rect width={Math.max(share, 2)} height={6} />
      </svg>
      <Text span size="xs" c="dimmed">
        <Trans>{sharePercent} of your store</Trans>
      </Text>
    </>
  )
}

/** The topics of an app, and whether it may also change their memories. */
function Topics({ scopes }: { scopes: Connection['described'] }) {
  const described = scopes.map(inWords)
  const others = described.filter(({ topic }) => !topic)
  return (
    <ul className={css.topics}>
      {topicRows(described).map(({ topic, scopes }) => (
        <li key={scopes[0]?.scope}>
          <TopicIcon topic={topic.key} size={14} />
          {topic.name}
          <Text span size="xs" c="dimmed">
            {formatList([...new Set(scopes.map(({ kind }) => (kind === 'write' ? t`change` : t`read`)))], 'unit')}
          </Text>
        </li>
      ))}
      {others.map(({ scope, title }) => (
        <li key={scope}>{title}</li>
      ))}
    </ul>
  )
}
