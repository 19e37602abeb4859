import { Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { portalQueries } from '../api/portal/queries.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import utilities from '../ui/utilities.module.css'

const EVENTS: Readonly<Record<string, string>> = {
  'account.sign_in': 'Signed in',
  'account.password_change': 'Changed the password',
  'account.password_reset': 'Set a new password by link',
  'account.address_confirm': 'Confirmed the address',
  'account.address_change': 'Changed the address',
  'account.address_restore': 'Took back a change of the address',
  'account.session_end': 'Ended other sessions',
  'account.access_end': 'Ended secrets, redirect URIs and endpoints',
  'account.passkey_add': 'Added a passkey',
  'account.passkey_remove': 'Removed a passkey',
  'account.totp_add': 'Added an authenticator app',
  'account.totp_remove': 'Removed the authenticator app',
  'account.recovery_codes_replace': 'Made new recovery codes',
  'account.recovery_code_use': 'Used a recovery code',
  'account.openid_link': 'Added sign-in with a provider',
  'account.openid_unlink': 'Removed sign-in with a provider',
}

/** What happened to the developer's account, newest first. */
export function SecurityLog() {
  const query = useInfiniteQuery(portalQueries.events)
  if (query.error && !query.data) return <ErrorAlert error={query.error} retry={query.refetch} />
  if (!query.data) return <Loading rows={3} height={32} />
  const events = query.data.pages.flatMap(({ items }) => items)
  if (!events.length) return <Text c="dimmed">Nothing yet.</Text>
  return (
    <Stack gap="sm">
      <ul className={utilities.sectionList}>
        {events.map(({ id, at, action }) => (
          <Group component="li" key={id} justify="space-between">
            <Text size="sm">{EVENTS[action] ?? action}</Text>
            <Text size="sm" c="dimmed">
              <Timestamp at={at} as="date-time" />
            </Text>
          </Group>
        ))}
      </ul>
      <ShowMore of={query} />
    </Stack>
  )
}
