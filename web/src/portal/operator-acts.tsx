import { Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { operatorActsQuery } from '../api/portal/request-queries.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import utilities from '../ui/utilities.module.css'
import { TimedItem } from './timed-item.tsx'

const ACTS: Readonly<Record<string, string>> = {
  'developers.plan': 'Set your plan',
  'developers.suspend': 'Suspended your account',
  'developers.restore': 'Ended the suspension of your account',
  'developers.limit': 'Set a limit',
  'developers.reset_link': 'Made a link that sets a new password',
  'apps.stop': 'Stopped the app',
  'apps.start': 'Let the app run again',
  'apps.verify': 'Verified the app',
  'apps.unverify': 'Took back that the app is verified',
}

/** What the operator of the service did to the developer's account and apps, newest first. */
export function OperatorActs() {
  const query = useInfiniteQuery(operatorActsQuery)
  if (query.error && !query.data) return <ErrorAlert error={query.error} retry={query.refetch} />
  if (!query.data) return <Loading rows={1} height={32} />
  const acts = query.data.pages.flatMap(({ items }) => items)
  if (!acts.length)
    return (
      <Text size="sm" c="dimmed">
        Nothing yet.
      </Text>
    )
  return (
    <Stack gap="sm">
      <ul className={utilities.sectionList}>
        {acts.map(({ id, at, act, app, detail }) => (
          <TimedItem key={id} at={at}>
            {ACTS[act] ?? act}
            {app && ` ${app}`}
            {detail && `: ${detail}`}
          </TimedItem>
        ))}
      </ul>
      <ShowMore of={query} />
    </Stack>
  )
}
