import { Button, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Webhook from 'lucide-react/icons/webhook'
import { useState } from 'react'
import { portalQueries } from '../../api/portal/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { useApp } from '../use-app.ts'
import { Deliveries } from './deliveries.tsx'
import { Endpoint } from './endpoint.tsx'
import { NewSubscription } from './subscription-form.tsx'

/** The webhook endpoints of an app and their deliveries. */
export function Webhooks() {
  const { id } = useApp()
  const { data, error, refetch } = useQuery(portalQueries.subscriptions(id))
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
        {error && !data && <ErrorAlert error={error} retry={refetch} />}
        {!error && !data && <Loading rows={2} height={120} />}
        {data && !data.length && (
          <EmptyState icon={Webhook} title="No endpoint yet" action={add}>
            Give an address of your server. It gets a signed POST whenever something happens. You can send a test event
            right away.
          </EmptyState>
        )}
        {data?.map((subscription) => (
          <Endpoint key={subscription.id} appId={id} subscription={subscription} onSecret={setSecret} />
        ))}
      </Stack>
      {data && data.length > 0 && <Deliveries appId={id} subscriptions={data} />}
      <NewSubscription appId={id} opened={adding} onClose={() => setAdding(false)} onSecret={setSecret} />
      <SecretDialog
        title="The signing secret"
        label="Signing secret"
        value={secret}
        onClose={() => setSecret(undefined)}
      >
        With it your endpoint verifies that a webhook comes from here.
      </SecretDialog>
    </Stack>
  )
}
