import { Group, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { answer, api, type Shape } from '../../api/client.ts'
import { useRefresh } from '../../api/session.ts'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loading } from '../../ui/loading.tsx'
import { ShowMore } from '../../ui/more.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { PORTAL } from '../../urls.ts'
import { type DeliveryFilters, deliveryFiltersIn } from '../filters.ts'
import { subscriptionsQuery } from '../queries.ts'
import { DeliveryRow } from './delivery.tsx'

type Delivery = Shape<'Delivery'>

const PAGE_ROWS = 20
const BUSY_MS = 1_000
const QUIET_MS = 10_000
/** A delivery that is due within this time is looked after closely. */
const SOON_MS = 20_000
const STATUSES: { value: Delivery['status']; label: string }[] = [
  { value: 'pending', label: 'pending or retrying' },
  { value: 'succeeded', label: 'succeeded' },
  { value: 'failed', label: 'failed' },
  { value: 'cancelled', label: 'cancelled' },
]

/** What was sent, what came back, and what will be tried again; it follows along while something is under way. */
export function Deliveries({ appId, subscriptions }: { appId: string; subscriptions: Shape<'Subscription'>[] }) {
  const filters = deliveryFiltersIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const refresh = useRefresh()
  const set = (change: DeliveryFilters) =>
    navigate({ to: PORTAL.webhooks, params: { id: appId }, search: { ...filters, ...change }, replace: true })
  const found = useInfiniteQuery({
    queryKey: ['deliveries', appId, filters],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor }) => {
      const query = { ...filters, limit: PAGE_ROWS, cursor }
      return answer(api.GET('/v1/dev/apps/{id}/deliveries', { params: { path: { id: appId }, query } }))
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isSoon)) ? BUSY_MS : QUIET_MS),
  })
  const { data, error, refetch } = found
  const byId = new Map(subscriptions.map((subscription) => [subscription.id, subscription]))
  const rows = data?.pages.flatMap(({ items }) => items) ?? []
  // With each attempt the endpoint may have begun to fail, or to be well again.
  const attempts = rows.map(({ id, status, attempt_count }) => `${id} ${status} ${attempt_count}`).join()
  const client = useQueryClient()
  useEffect(() => {
    if (attempts) client.invalidateQueries(subscriptionsQuery(appId))
  }, [attempts, appId, client])
  const replay = async (deliveryId: string) => {
    const path = { id: appId, deliveryId }
    await answer(api.POST('/v1/dev/apps/{id}/deliveries/{deliveryId}/replay', { params: { path } }))
    await refresh('deliveries', 'subscriptions')
  }
  return (
    <Stack component="section" aria-label="Deliveries">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} size="h4">
            Deliveries
          </Title>
          <Text size="sm" c="dimmed">
            The last 30 days, newest first. Open one for details.
          </Text>
        </div>
        <div className="filters">
          <Choice
            name="Endpoint"
            all="Every endpoint"
            data={subscriptions.map(({ id, url }) => ({ value: id, label: url }))}
            value={filters.subscription_id}
            onChange={(value) => set({ subscription_id: value })}
          />
          <Choice
            name="Status"
            all="Every status"
            data={STATUSES}
            value={filters.status}
            onChange={(value) => set({ status: value as Delivery['status'] | undefined })}
          />
        </div>
      </Group>
      {error && !data && <Trouble error={error} retry={refetch} />}
      {!error && !data && <Loading rows={4} height={48} />}
      {data && !rows.length && (
        <Empty title={filters.status || filters.subscription_id ? 'No matches' : 'Nothing was sent yet'}>
          {filters.status || filters.subscription_id
            ? 'Remove a filter to see more.'
            : 'Send a test event, or let something happen that an endpoint is subscribed to. It appears here by itself.'}
        </Empty>
      )}
      {rows.length > 0 && (
        <ul className="listing surface" aria-live="polite" aria-relevant="additions">
          {rows.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryRow
                delivery={delivery}
                url={byId.get(delivery.subscription_id)?.url}
                endpoint={byId.size > 1 ? nameOf(byId.get(delivery.subscription_id)) : undefined}
                onReplay={replay}
              />
            </li>
          ))}
        </ul>
      )}
      <ShowMore of={found} />
    </Stack>
  )
}

/** What a developer calls an endpoint: by the note, else by its address. */
function nameOf(subscription: Shape<'Subscription'> | undefined): string | undefined {
  return subscription?.description ?? subscription?.url
}

function isSoon({ status, next_attempt_at }: Delivery): boolean {
  return status === 'pending' && next_attempt_at !== null && Date.parse(next_attempt_at) - Date.now() < SOON_MS
}
