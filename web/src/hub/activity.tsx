import { Button, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Shape } from '../api/client.ts'
import { type ActivityFilters, hubQueries } from '../api/queries.ts'
import { AuditLog, type Column, MemoryCount } from '../common/audit-log.tsx'
import { EmptyCell } from '../ui/empty-cell.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterSelect } from '../ui/filter-select.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { HUB } from '../urls.ts'
import { activityFiltersIn } from './search-params.ts'

type Entry = Shape<'AuditEntry'>

const ACTION_LABELS: Partial<Record<Entry['action'], string>> = {
  'memories.list': 'listed memories',
  'memories.recall': 'searched memories',
  'memory.read': 'read a memory',
  'memory.history': 'read what a memory was before',
  'memory.graph': 'looked up related memories',
  'context.read': 'looked up context',
  'brief.read': 'read the brief',
  'gateway.chat': 'chatted, using memories',
  'scopes.list': 'listed scopes',
  'memories.write': 'added memories',
  'memory.edit': 'edited a memory',
  'memory.supersede': 'replaced memories',
  'memory.reinstate': 'took back that memories were replaced',
  'memory.restore': 'restored memories',
  'memory.delete': 'deleted memories',
  'memory.erase': 'erased memories',
  'memories.undo': 'took back what an app did',
  'account.sign_in': 'signed in',
  'account.password_change': 'changed the password',
  'account.password_reset': 'set a new password by link',
  'account.address_confirm': 'confirmed the address',
  'account.address_change': 'changed the address',
  'account.address_restore': 'took back a change of the address',
  'account.session_end': 'ended other sessions',
  'operator.suspend': 'suspended the account',
  'operator.restore': 'took back the suspension',
  'operator.plan': 'changed the plan',
  'operator.limit': 'changed a limit',
  'operator.reset_link': 'made a link that sets a new password',
  'account.passkey_add': 'added a passkey',
  'account.passkey_remove': 'removed a passkey',
  'account.totp_add': 'added an authenticator app',
  'account.totp_remove': 'removed the authenticator app',
  'account.recovery_codes_replace': 'made new recovery codes',
  'account.recovery_code_use': 'used a recovery code',
  'account.openid_link': 'added sign-in with a provider',
  'account.openid_unlink': 'removed sign-in with a provider',
  'store.export': 'exported everything',
  'memory.denied': 'asked for a memory it may not use',
  'connection.create': 'connected an app',
  'connection.update': 'decided on an app again',
  'connection.narrow': 'allowed an app less',
  'connection.pause': 'paused an app',
  'connection.resume': 'resumed an app',
  'connection.revoke': 'disconnected an app',
  'connection.expire': 'ended the access of an app, whose time was over',
  'signal.emit': 'sent a signal',
  'signal.receive': 'was sent a signal',
  'connection.mute': 'hid what an app wrote from other apps',
  'connection.unmute': 'showed what an app wrote to other apps again',
}

/** Labels of changes of the access of one app, with its name. */
const APP_ACTION_LABELS: Partial<Record<Entry['action'], (app: string) => string>> = {
  'connection.create': (app) => `connected ${app}`,
  'connection.update': (app) => `decided on ${app} again`,
  'connection.narrow': (app) => `allowed ${app} less`,
  'connection.pause': (app) => `paused ${app}`,
  'connection.resume': (app) => `resumed ${app}`,
  'connection.revoke': (app) => `disconnected ${app}`,
  'connection.expire': (app) => `ended the access of ${app}, whose time was over`,
  'connection.mute': (app) => `hid what ${app} wrote from other apps`,
  'connection.unmute': (app) => `showed what ${app} wrote to other apps again`,
}

// These actions concern no memories, so a count of 0 would be misleading.
const ACTIONS_WITHOUT_COUNT: ReadonlySet<Entry['action']> = new Set([
  'scopes.list',
  'account.sign_in',
  'account.password_change',
  'account.password_reset',
  'account.address_confirm',
  'account.address_change',
  'account.address_restore',
  'account.session_end',
  'operator.suspend',
  'operator.restore',
  'operator.plan',
  'operator.limit',
  'operator.reset_link',
  'account.passkey_add',
  'account.passkey_remove',
  'account.totp_add',
  'account.totp_remove',
  'account.recovery_codes_replace',
  'account.recovery_code_use',
  'account.openid_link',
  'account.openid_unlink',
  'signal.emit',
  'signal.receive',
  ...(Object.keys(APP_ACTION_LABELS) as Entry['action'][]),
])

/** The audit log of the user: who read or wrote what, and when. */
export function Activity() {
  const filters = activityFiltersIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const set = (name: keyof ActivityFilters) => (value: string | undefined) =>
    navigate({ to: HUB.activity, search: activityFiltersIn({ ...filters, [name]: value }), replace: true })
  const entries = useInfiniteQuery(hubQueries.audit(filters))
  const connections = useQuery(hubQueries.connections)
  const nameBySlug = new Map(connections.data?.map(({ app }) => [app.slug, app.name]))
  const nameByConnection = new Map(connections.data?.map(({ id, app }) => [id, app.name]))
  return (
    <Stack gap="lg">
      <PageTitle
        title="Activity"
        lead="Each time an app or you read or changed something here: who, what and when."
        actions={
          <Button
            component="a"
            variant="default"
            href={`/v1/audit/export?${new URLSearchParams({ ...filters })}`}
            download="activity.jsonl"
          >
            Export
          </Button>
        }
      />
      <AuditLog
        label="Activity"
        query={entries}
        isPending={connections.isPending}
        columns={columnsWith(nameBySlug, nameByConnection)}
        byDay
        filters={filters}
        setDay={set}
        filterFields={
          <>
            <FilterSelect
              label="Who"
              all="Everybody"
              data={[...nameBySlug].map(([value, label]) => ({ value, label }))}
              value={filters.app}
              onChange={set('app')}
            />
            <FilterSelect
              label="What"
              all="Everything"
              data={Object.entries(ACTION_LABELS).map(([value, label]) => ({ value, label }))}
              value={filters.action}
              onChange={set('action')}
            />
          </>
        }
        empty={
          <EmptyState title="Nothing has happened yet">
            As soon as an app reads or changes something, you see it here.
          </EmptyState>
        }
      />
    </Stack>
  )
}

type Names = ReadonlyMap<string, string>

function columnsWith(nameBySlug: Names, nameByConnection: Names): Column[] {
  const nameOf = (slug: string) => nameBySlug.get(slug) ?? slug
  const actorOf = ({ actor, app, action }: Entry) => {
    if (actor === 'service') return 'This service'
    if (actor === 'operator') return 'The operator of this service'
    if (actor === 'developer') return app ? `The makers of ${nameOf(app)}` : 'The makers of an app'
    // A connector acts in the name of the user; the app of a changed connection does not.
    return app && (actor === 'app' || !(action in APP_ACTION_LABELS)) ? nameOf(app) : 'You'
  }
  const labelOf = ({ action, target, app: entryApp }: Entry) => {
    const app = (target === null ? undefined : nameByConnection.get(target)) ?? (entryApp && nameOf(entryApp))
    return (app && APP_ACTION_LABELS[action]?.(app)) ?? ACTION_LABELS[action] ?? action
  }
  return [
    {
      heading: 'Who and what',
      wide: true,
      cell: (entry) => (
        <>
          <b>{actorOf(entry)}</b> {labelOf(entry)}
        </>
      ),
    },
    {
      heading: 'Scopes',
      wide: true,
      cell: ({ scope }) =>
        scope ? (
          <Text component="span" size="xs" ff="monospace">
            {scope.split(' ').join(', ')}
          </Text>
        ) : (
          <EmptyCell />
        ),
    },
    {
      heading: 'Memories',
      cell: ({ action, count }) => (ACTIONS_WITHOUT_COUNT.has(action) ? <EmptyCell /> : <MemoryCount count={count} />),
    },
    { heading: 'Time', cell: ({ at }) => <Timestamp at={at} as="time" /> },
  ]
}
