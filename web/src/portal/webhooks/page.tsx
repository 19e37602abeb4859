import { Button, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { Loading } from '../../ui/loading.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { subscriptionsQuery, useApp } from '../queries.ts'
import { Deliveries } from './deliveries.tsx'
import { Endpoint } from './endpoint.tsx'
import { NewSubscription } from './form.tsx'

/** Where the events of an app go, and what came of each. */
export function Webhooks() {
  const { id } = useApp()
  const { data, error, refetch } = useQuery(subscriptionsQuery(id))
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const add = <Button onClick={() => setAdding(true)}>Add an endpoint</Button>
  return (
    <Stack gap="xl">
      <Stack component="section" aria-label="Endpoints">
        <Group justify="space-between">
          <Title order={2} size="h4">
            Endpoints
          </Title>
          {data && data.length > 0 && add}
        </Group>
        {error && !data && <Trouble error={error} retry={refetch} />}
        {!error && !data && <Loading rows={2} height={120} />}
        {data && !data.length && (
          <Empty title="No endpoint yet" action={add}>
            Give an address of your server. It gets a signed POST whenever something happens. You can send a test event
            right away.
          </Empty>
        )}
        {data?.map((subscription) => (
          <Endpoint key={subscription.id} appId={id} subscription={subscription} onSecret={setSecret} />
        ))}
      </Stack>
      {data && data.length > 0 && <Deliveries appId={id} subscriptions={data} />}
      <NewSubscription appId={id} opened={adding} onClose={() => setAdding(false)} onSecret={setSecret} />
      <ShownOnce title="The signing secret" label="Signing secret" value={secret} onClose={() => setSecret(undefined)}>
        With it your endpoint verifies that a webhook comes from here.
      </ShownOnce>
    </Stack>
  )
}
