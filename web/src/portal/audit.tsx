import { Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import ScrollText from 'lucide-react/icons/scroll-text'
import type { Shape } from '../api/client.ts'
import { type AppAuditFilters, portalQueries } from '../api/portal/queries.ts'
import { EmptyCell } from '../ui/empty-cell.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterSelect } from '../ui/filter-select.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { PORTAL } from '../urls.ts'
import { AuditLog, type Column, MemoryCount } from './audit-log.tsx'
import { appAuditFiltersIn } from './search-params.ts'
import { TestBadge } from './test-badge.tsx'
import { useApp } from './use-app.ts'

// The actions of apps. What users do to an app is in their own audit log.
const ACTIONS: readonly Shape<'AuditEntry'>['action'][] = [
  'memories.list',
  'memories.recall',
  'memory.read',
  'memory.history',
  'memory.graph',
  'context.read',
  'brief.read',
  'gateway.chat',
  'scopes.list',
  'memories.write',
  'memory.edit',
  'memory.supersede',
  'memory.reinstate',
  'memory.restore',
  'memory.delete',
  'turns.list',
  'turns.write',
  'turns.delete',
]

const CODE = { fz: 'xs', ff: 'monospace' } as const

const COLUMNS: readonly Column[] = [
  {
    heading: 'Action',
    cell: ({ action, test }) => (
      <>
        {action} {test && <TestBadge />}
      </>
    ),
    props: { fw: 600 },
  },
  {
    heading: 'Memories',
    // What concerns a connection counts no memories.
    cell: ({ action, count }) => (action.startsWith('connection.') ? <EmptyCell /> : <MemoryCount count={count} />),
  },
  { heading: 'Scopes', cell: ({ scope }) => scope || <EmptyCell />, wide: true, props: CODE },
  { heading: 'Request', cell: ({ request_id }) => request_id, wide: true, props: CODE },
  { heading: 'When', cell: ({ at }) => <Timestamp at={at} as="date-time" /> },
]

/** The audit log of an app: every read and write, without the content of memories. */
export function Audit() {
  const { id } = useApp()
  const filters = appAuditFiltersIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const set = (name: keyof AppAuditFilters) => (value: string | undefined) => {
    const search = appAuditFiltersIn({ ...filters, [name]: value })
    navigate({ to: PORTAL.audit, params: { id }, search, replace: true })
  }
  const entries = useInfiniteQuery(portalQueries.audit(id, filters))
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} size="h4">
          Audit log
        </Title>
        <Text size="sm" c="dimmed">
          Every read and write by this app, for all of its people. The memories themselves are never shown.
        </Text>
      </div>
      <AuditLog
        label="Audit log"
        query={entries}
        columns={COLUMNS}
        filters={filters}
        setDay={set}
        filterFields={
          <FilterSelect
            label="Action"
            all="Every action"
            data={[...ACTIONS]}
            value={filters.action}
            onChange={set('action')}
          />
        }
        empty={
          <EmptyState icon={ScrollText} title="No reads or writes yet">
            Each call the app makes with a person’s token appears here. The overview has a first call to copy.
          </EmptyState>
        }
      />
    </Stack>
  )
}
