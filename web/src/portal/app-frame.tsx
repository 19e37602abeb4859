import { Alert, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams, useRouterState } from '@tanstack/react-router'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { ApiError } from '../api/errors.ts'
import { Initials } from '../ui/initials.tsx'
import { TextLink } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { NotHere } from '../ui/not-here.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { PORTAL } from '../urls.ts'
import { appQuery, subscriptionsQuery } from './queries.ts'
import { isInTrouble } from './webhooks/health.ts'

const TABS = [
  { to: PORTAL.app, label: 'Overview' },
  { to: PORTAL.webhooks, label: 'Webhooks' },
  { to: PORTAL.usage, label: 'Usage' },
  { to: PORTAL.audit, label: 'Audit log' },
] as const

/** Around the pages of one app. */
export function AppFrame() {
  const { id = '' } = useParams({ strict: false })
  const { data: app, error, refetch } = useQuery(appQuery(id))
  const subscriptions = useQuery(subscriptionsQuery(id))
  const path = useRouterState({ select: ({ location }) => location.pathname })
  if (error instanceof ApiError && error.status === 404) return <NotHere what="This app" back={PORTAL.apps} />
  if (error && !app) return <Trouble error={error} retry={refetch} />
  // A warning that came later would push the page down.
  if (!app || subscriptions.isPending) return <Loading rows={5} height={96} />
  const here = TABS.find(({ to }) => to.replace('$id', id) === path) ?? TABS[0]
  return (
    <Stack gap="lg">
      <Group wrap="nowrap" align="center">
        <Initials name={app.name} size={44} />
        <PageTitle title={app.name} tab={`${here.label}, ${app.name}`} />
      </Group>
      <nav className="tabs" aria-label={app.name}>
        {TABS.map(({ to, label }) => (
          <Link key={to} to={to} params={{ id }} activeOptions={{ exact: true, includeSearch: false }}>
            {label}
          </Link>
        ))}
      </nav>
      {here.to !== PORTAL.webhooks && subscriptions.data?.some(isInTrouble) && <WebhookWarning id={id} />}
      <Outlet />
    </Stack>
  )
}

/** On the other pages of an app: that its webhooks do not arrive, and where to see why. */
function WebhookWarning({ id }: { id: string }) {
  return (
    <Alert color="orange" variant="light" icon={<TriangleAlert />} title="Webhooks do not arrive">
      <Text size="sm" c="var(--mantine-color-text)">
        An endpoint of this app is failing or was disabled.{' '}
        <TextLink to={PORTAL.webhooks} params={{ id }} inherit>
          See why
        </TextLink>
      </Text>
    </Alert>
  )
}
