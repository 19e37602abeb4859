import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Shape } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { portalQueries } from '../api/portal/queries.ts'
import { BackLink } from '../ui/back-link.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Initials } from '../ui/initials.tsx'
import { TextLink } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ResourceNotFound } from '../ui/resource-not-found.tsx'
import utilities from '../ui/utilities.module.css'
import { PORTAL } from '../urls.ts'
import css from './app-layout.module.css'
import { isFailing } from './webhooks/health.ts'

const TABS = [
  { to: PORTAL.app, label: 'Overview' },
  { to: PORTAL.requests, label: 'Requests' },
  { to: PORTAL.webhooks, label: 'Webhooks' },
  { to: PORTAL.usage, label: 'Usage' },
  { to: PORTAL.audit, label: 'Audit log' },
] as const

// A row that is moved by less shows its first tab whole.
const MOVED_PX = 8

/** The heading and tabs around the pages of one app. */
export function AppLayout() {
  const { id = '' } = useParams({ strict: false })
  const { data: app, error, refetch } = useQuery(portalQueries.app(id))
  const subscriptions = useQuery(portalQueries.subscriptions(id))
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const tabs = useRef<HTMLElement>(null)
  const [isMoved, setMoved] = useState(false)
  const isLoaded = app !== undefined && !subscriptions.isPending
  // On a phone, the current tab may be outside of the row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after each change of the path.
  useEffect(() => {
    tabs.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path, isLoaded])
  if (error instanceof ApiError && error.status === 404)
    return (
      <ResourceNotFound
        title="This app does not exist"
        lead="It may have been deleted, or it belongs to another developer account."
        back={PORTAL.apps}
        backLabel="Your apps"
      />
    )
  if (error && !app) return <ErrorAlert error={error} retry={refetch} />
  // Waits for the subscriptions too, because a warning that appears later would push the page down.
  if (!app || subscriptions.isPending) return <Loading rows={5} height={96} />
  const failing = subscriptions.data?.filter(isFailing) ?? []
  // The one tab that has to be opened now.
  const marked = failing.length ? PORTAL.webhooks : undefined
  const tab = TABS.find(({ to }) => to.replace('$id', id) === path) ?? TABS[0]
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <BackLink to={PORTAL.apps} label="Apps" />
        <Group wrap="nowrap" align="center">
          <Initials name={app.name} slug={app.slug} icon={app.icon} size={44} />
          <PageTitle title={app.name} tab={`${tab.label}, ${app.name}`} />
        </Group>
      </Stack>
      <nav
        className={css.tabs}
        aria-label={app.name}
        ref={tabs}
        data-moved={isMoved || undefined}
        onScroll={({ currentTarget }) => setMoved(Math.abs(currentTarget.scrollLeft) > MOVED_PX)}
      >
        {TABS.map(({ to, label }) => (
          <Link key={to} to={to} params={{ id }} activeOptions={{ exact: true, includeSearch: false }}>
            {label}
            {to === marked && <span className={css.failing} role="img" aria-label="failing" />}
          </Link>
        ))}
      </nav>
      {app.suspended && <StoppedWarning />}
      {tab.to === PORTAL.app && failing.length > 0 && <WebhookWarning id={id} failing={failing} />}
      <Outlet />
    </Stack>
  )
}

/** Shown while the operator has stopped the app. */
function StoppedWarning() {
  return (
    <Note tone="danger" title="This app is stopped">
      <Text size="sm" c="var(--mantine-color-text)">
        The operator of this service has stopped it: its calls are refused, it gets no webhooks, and nobody can connect
        it. Ask the operator why.
      </Text>
    </Note>
  )
}

interface WebhookWarningProps {
  id: string
  failing: readonly Shape<'Subscription'>[]
}

/** Names the endpoints that fail, on the first tab, with a link to each. */
function WebhookWarning({ id, failing }: WebhookWarningProps) {
  return (
    <Note tone="warning" title="Webhooks do not arrive">
      <ul className={utilities.plainList}>
        {failing.map(({ id: subscription, url, status }) => (
          <Text
            key={subscription}
            component="li"
            size="sm"
            c="var(--mantine-color-text)"
            className={utilities.breakWords}
          >
            <TextLink to={PORTAL.webhooks} params={{ id }} hash={subscription} inherit>
              {url}
            </TextLink>{' '}
            {status === 'disabled'
              ? 'is disabled and gets no events. Open it to see why and to enable it again.'
              : 'answers with errors. Open it to see what it answered and to send a test event.'}
          </Text>
        ))}
      </ul>
    </Note>
  )
}
