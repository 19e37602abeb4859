import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { consentPreviewQuery } from '../../api/hub/consent-queries.ts'
import { hubQueries } from '../../api/hub/queries.ts'
import { connectionsQuery, queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { AboutApp } from '../../ui/about-app.tsx'
import { useAction } from '../../ui/action.ts'
import { appColor } from '../../ui/app-color.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { memoriesIn } from '../../ui/counts.ts'
import { DailyBars } from '../../ui/daily-bars.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Initials } from '../../ui/initials.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ResourceNotFound } from '../../ui/resource-not-found.tsx'
import { ScopeList } from '../../ui/scope-list.tsx'
import { withMember } from '../../ui/sets.ts'
import { SignalList } from '../../ui/signal-list.tsx'
import { StickyFooter } from '../../ui/sticky-footer.tsx'
import { UnverifiedBadge } from '../../ui/unverified-badge.tsx'
import { HUB } from '../../urls.ts'
import { AccessEnd } from './access-end.tsx'
import { ConnectionTimes } from './connection-times.tsx'
import { Disconnect } from './disconnect.tsx'
import { PauseButton } from './pause-button.tsx'
import { TakeBack } from './take-back.tsx'
import { WhatItWrote } from './what-it-wrote.tsx'

type OwnConnection = Shape<'OwnConnection'>

/** The page of one connection: its grants, its activity, and how to narrow or end it. */
export function Connection() {
  const { id } = useParams({ from: '/hub/connections/$id' })
  const { data, error, refetch } = useQuery(connectionsQuery)
  const connection = data?.find((one) => one.id === id)
  const slug = connection?.app.slug ?? ''
  // What the consent page says of the app. Below it is the rest of the page, which a later answer would move.
  const about = useQuery({ ...consentPreviewQuery({ slug }), enabled: slug !== '' })
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={4} height={110} />
  if (!connection)
    return (
      <ResourceNotFound
        title={t`This app is not connected`}
        lead={t`It may have been disconnected, or the address is of another account.`}
        back={HUB.connections}
        backLabel={t`Your connected apps`}
      />
    )
  if (about.isPending) return <Loading rows={4} height={110} />
  const { app, status, pausedAt } = connection
  return (
    <Stack gap="xl">
      <Stack gap="xs">
        <BackLink to={HUB.connections} label={t`Connected apps`} />
        <Group wrap="nowrap" align="flex-start">
          <Initials name={app.name} slug={app.slug} icon={app.icon} size={48} />
          <PageTitle
            title={app.name}
            lead={<ConnectionTimes connection={connection} />}
            actions={
              status === 'active' && (
                <Group gap="xs">
                  <PauseButton connection={connection} />
                  <Disconnect connection={connection} />
                </Group>
              )
            }
          />
        </Group>
        {about.data && <AboutApp app={about.data.app} />}
        {!app.verified && (
          <Text size="xs" c="dimmed">
            <UnverifiedBadge />{' '}
            <Trans>
              The operator of this service has not checked who makes this app; its name is only what it calls itself.
            </Trans>
          </Text>
        )}
      </Stack>
      {status === 'active' && pausedAt && (
        <Note tone="info" title={t`This app is paused`}>
          <Trans>{app.name} can read and change nothing until you resume it. What you allowed it stays as it is.</Trans>
        </Note>
      )}
      {status !== 'active' ? (
        <Note
          tone="info"
          title={status === 'expired' ? t`The access of this app has ended` : t`This app is disconnected`}
        >
          <Trans>
            {app.name} can no longer read or change anything. What it saved before is still yours, among your memories.
          </Trans>
        </Note>
      ) : (
        <>
          <Grants key={[...connection.scopes, ...connection.signals].join(' ')} connection={connection} />
          <AccessEnd key={connection.expiresAt} connection={connection} />
        </>
      )}
      <WhatItWrote connection={connection} />
      <TakeBack connection={connection} />
      <Activity connection={connection} />
    </Stack>
  )
}

function Grants({ connection }: { connection: OwnConnection }) {
  const { id, app, scopes, described, signals } = connection
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(scopes))
  const [heard, setHeard] = useState<ReadonlySet<string>>(new Set(signals))
  const action = useAction()
  const isNarrowed = ticked.size < scopes.length || heard.size < signals.length
  const save = () =>
    action.run(async () => {
      const body = { scopes: [...ticked], signals: [...heard] }
      await unwrap(api.PATCH('/v1/connections/{id}', { params: { path: { id } }, body }))
      await invalidate(queryKeys.connections, queryKeys.memory, queryKeys.audit)
    })
  return (
    <Stack component="section" gap="md">
      <div>
        <Title order={2} size="h4">
          <Trans>What you allow it</Trans>
        </Title>
        <Text size="sm" c="dimmed">
          <Trans>Take away what it should no longer do, then save.</Trans>
        </Text>
      </div>
      <ScopeList scopes={described} ticked={ticked} onChange={setTicked} />
      <SignalList
        types={signals}
        ticked={heard}
        onTick={(type, isTicked) => setHeard(withMember(heard, type, isTicked))}
      />
      {isNarrowed && (
        <StickyFooter role="status">
          <Group justify="space-between">
            <Text size="sm">
              {ticked.size
                ? t`${app.name} keeps only what is left here. To allow more again later, connect again from the app.`
                : t`Nothing is left. Disconnect the app instead.`}
            </Text>
            <Group gap="xs">
              <Button
                variant="default"
                onClick={() => {
                  setTicked(new Set(scopes))
                  setHeard(new Set(signals))
                }}
              >
                <Trans>Cancel</Trans>
              </Button>
              <Button onClick={save} loading={action.busy} disabled={!ticked.size}>
                <Trans>Save changes</Trans>
              </Button>
            </Group>
          </Group>
        </StickyFooter>
      )}
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </Stack>
  )
}

/** How often an app has read and changed something; "nothing" instead of zero times. */
function summaryOf({ reads, memoriesRead, writes, memoriesWritten }: Shape<'Activity'>['totals']): string {
  const [read, changed] = [times(reads), times(writes)]
  const [readMemories, changedMemories] = [memoriesIn(memoriesRead), memoriesIn(memoriesWritten)]
  if (!reads && !writes) return t`It read and changed nothing.`
  if (!reads) return t`It read nothing and changed something ${changed} (${changedMemories}).`
  if (!writes) return t`It read ${read} (${readMemories}) and changed nothing.`
  return t`It read ${read} (${readMemories}) and changed something ${changed} (${changedMemories}).`
}

function Activity({ connection: { id, app } }: { connection: OwnConnection }) {
  const { data, error, refetch } = useQuery(hubQueries.connectionActivity(id))
  return (
    <Stack component="section" gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          <Trans>The last 30 days</Trans>
        </Title>
        <TextLink to={HUB.activity} search={{ app: app.slug }} size="sm" underline="always">
          <Trans>See each time</Trans>
        </TextLink>
      </Group>
      {error && !data && <ErrorAlert error={error} retry={refetch} />}
      {!error && !data && <Loading rows={1} height={190} />}
      {data && (
        <>
          <Text>{summaryOf(data.totals)}</Text>
          <div className={appColor(app.slug)}>
            <DailyBars
              label={t`What ${app.name} did by day`}
              parts={[t`Reads`, t`Changes`]}
              days={data.series.map(({ date, reads, writes }) => ({ date, parts: [reads, writes] }))}
            />
          </div>
        </>
      )}
    </Stack>
  )
}

const times = (count: number) => plural(count, { one: 'once', other: '# times' })
