import { Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Webhook from 'lucide-react/icons/webhook'
import { useEffect } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { type DeliveryFilters, portalQueries } from '../../api/portal/queries.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { forDays, useRetention } from '../../api/retention.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { FilterRow } from '../../ui/filter-fields.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Loading } from '../../ui/loading.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { PORTAL } from '../../urls.ts'
import { DisclosureList } from '../disclosure.tsx'
import { deliveryFiltersIn } from '../search-params.ts'
import { DeliveryRow } from './delivery.tsx'
import { ResendFailed } from './resend-failed.tsx'
import { RetryAll } from './retry-all.tsx'

type Delivery = Shape<'Delivery'>

const BUSY_POLL_MS = 1_000
const IDLE_POLL_MS = 10_000
/** While an attempt is due within this time, the list is polled at the shorter interval. */
const SOON_MS = 20_000
const STATUSES: { value: Delivery['status']; label: string }[] = [
  { value: 'pending', label: 'pending or retrying' },
  { value: 'succeeded', label: 'succeeded' },
  { value: 'failed', label: 'failed' },
  { value: 'cancelled', label: 'cancelled' },
]

/** The deliveries of an app with their attempts. The list is polled, so it updates by itself. */
export function Deliveries({ appId, subscriptions }: { appId: string; subscriptions: Shape<'Subscription'>[] }) {
  const filters = deliveryFiltersIn(useSearch({ strict: false }))
  const { delivery_days } = useRetention() ?? {}
  const navigate = useNavigate()
  const set = (change: DeliveryFilters) =>
    navigate({ to: PORTAL.webhooks, params: { id: appId }, search: { ...filters, ...change }, replace: true })
  const query = useInfiniteQuery({
    ...portalQueries.deliveries(appId, filters),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isSoon)) ? BUSY_POLL_MS : IDLE_POLL_MS,
  })
  const { data, error, refetch } = query
  const byId = new Map(subscriptions.map((subscription) => [subscription.id, subscription]))
  const rows = data?.pages.flatMap(({ items }) => items) ?? []
  // Every attempt can change the health of its endpoint.
  const attempts = rows.map(({ id, status, attempt_count }) => `${id} ${status} ${attempt_count}`).join()
  useEffect(() => {
    if (attempts) invalidate(portalQueries.subscriptions(appId).queryKey)
  }, [attempts, appId])
  const send = (deliveryId: string) =>
    unwrap(
      api.POST('/v1/dev/apps/{id}/deliveries/{deliveryId}/replay', { params: { path: { id: appId, deliveryId } } }),
    )
  const refresh = () => invalidate(queryKeys.deliveries, queryKeys.subscriptions)
  const replay = async (deliveryId: string) => {
    await send(deliveryId)
    await refresh()
  }
  return (
    <Stack component="section" aria-label="Deliveries">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} size="h4">
            Deliveries
          </Title>
          <Text size="sm" c="dimmed">
            Newest first, stored{forDays(delivery_days)}. Open one for details.
          </Text>
        </div>
        <FilterRow>
          <FilterSelect
            label="Endpoint"
            labelHidden
            all="Every endpoint"
            data={subscriptions.map(({ id, url }) => ({ value: id, label: url }))}
            value={filters.subscription_id}
            onChange={(value) => set({ subscription_id: value })}
          />
          <FilterSelect
            label="Status"
            labelHidden
            all="Every status"
            data={STATUSES}
            value={filters.status}
            onChange={(value) => set({ status: value as Delivery['status'] | undefined })}
          />
        </FilterRow>
      </Group>
      {rows.length > 0 && (
        <Group gap="sm">
          <RetryAll deliveries={rows} send={send} onSent={refresh} />
          <ResendFailed appId={appId} subscriptions={subscriptions} />
        </Group>
      )}
      {error && !data && <ErrorAlert error={error} retry={refetch} />}
      {!error && !data && <Loading rows={4} height={48} />}
      {data && !rows.length && (
        <EmptyState
          icon={Webhook}
          title={filters.status || filters.subscription_id ? 'No matches' : 'Nothing was sent yet'}
        >
          {filters.status || filters.subscription_id
            ? 'Remove a filter to see more.'
            : 'Send a test event, or let something happen that an endpoint is subscribed to. It appears here by itself.'}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <DisclosureList aria-live="polite" aria-relevant="additions">
          {rows.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryRow
                appId={appId}
                delivery={delivery}
                url={byId.get(delivery.subscription_id)?.url}
                endpoint={byId.size > 1 ? nameOf(byId.get(delivery.subscription_id)) : undefined}
                onReplay={replay}
              />
            </li>
          ))}
        </DisclosureList>
      )}
      <ShowMore of={query} />
    </Stack>
  )
}

/** The developer's note on an endpoint, or else its address. */
function nameOf(subscription: Shape<'Subscription'> | undefined): string | undefined {
  return subscription?.description ?? subscription?.url
}

function isSoon({ status, next_attempt_at }: Delivery): boolean {
  return status === 'pending' && next_attempt_at !== null && Date.parse(next_attempt_at) - Date.now() < SOON_MS
}
