import { ActionIcon, Alert, Badge, Box, Button, Group, Menu, Stack, Text } from '@mantine/core'
import Ellipsis from 'lucide-react/icons/ellipsis'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { answer, api, type Shape } from '../../api/client.ts'
import { useRefresh } from '../../api/session.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useDeed } from '../../ui/deed.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { When } from '../../ui/when.tsx'
import { EditSubscription } from './form.tsx'
import { isInTrouble } from './health.ts'

type Subscription = Shape<'Subscription'>

interface EndpointProps {
  appId: string
  subscription: Subscription
  onSecret: (secret: string) => void
}

/** One address events go to: how it fares, and what can be done with it. */
export function Endpoint({ appId, subscription, onSecret }: EndpointProps) {
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'delete'>()
  const refresh = useRefresh()
  const { busy, error, run } = useDeed()
  const params = { path: { id: appId, subId: subscription.id } }
  const isActive = subscription.status === 'active'
  const test = async () => {
    await answer(api.POST('/v1/dev/apps/{id}/subscriptions/{subId}/test', { params }))
    await refresh('deliveries')
  }
  const set = async (status: Subscription['status']) => {
    await answer(api.PATCH('/v1/dev/apps/{id}/subscriptions/{subId}', { params, body: { status } }))
    await refresh('subscriptions', 'deliveries')
  }
  const rotate = async () =>
    onSecret((await answer(api.POST('/v1/dev/apps/{id}/subscriptions/{subId}/rotate', { params }))).secret)
  const remove = async () => {
    await answer(api.DELETE('/v1/dev/apps/{id}/subscriptions/{subId}', { params }))
    await refresh('subscriptions', 'deliveries')
  }
  const close = () => setAsking(undefined)
  return (
    <Stack component="article" className="surface" p="md" gap="sm" aria-label={subscription.url}>
      <Group wrap="nowrap" align="flex-start" justify="space-between">
        <Box miw={0}>
          <Text fw={600} className="breaks">
            {subscription.url}
          </Text>
          {subscription.description && <Text size="sm">{subscription.description}</Text>}
          <Group gap={6} mt={6}>
            <State subscription={subscription} />
            {subscription.events.map((event) => (
              <Badge key={event} variant="default" tt="none" fw={500}>
                {event}
              </Badge>
            ))}
          </Group>
        </Box>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${subscription.url}`}>
              <Ellipsis size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setAsking('edit')}>Edit</Menu.Item>
            <Menu.Item onClick={() => setAsking('rotate')}>Rotate the secret</Menu.Item>
            {isActive && <Menu.Item onClick={() => run(() => set('disabled'))}>Disable</Menu.Item>}
            <Menu.Item onClick={() => setAsking('delete')} c="error">
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {isInTrouble(subscription) && <Warning subscription={subscription} />}
      {error !== undefined && <Trouble error={error} />}
      <Group gap="xs">
        {isActive ? (
          <Button size="xs" variant="default" onClick={() => run(test)} loading={busy}>
            Send a test event
          </Button>
        ) : (
          <Button size="xs" onClick={() => run(() => set('active'))} loading={busy}>
            Enable again
          </Button>
        )}
      </Group>
      <EditSubscription
        key={`${asking === 'edit'}`}
        appId={appId}
        subscription={subscription}
        opened={asking === 'edit'}
        onClose={close}
      />
      <Confirm
        title="Rotate the signing secret?"
        deed="Rotate it"
        grave={false}
        opened={asking === 'rotate'}
        onClose={close}
        onConfirm={rotate}
      >
        <Text>
          For a day, events are signed with both secrets, so that your endpoint can switch without losing one.
        </Text>
      </Confirm>
      <Confirm
        title="Delete this endpoint?"
        deed="Delete it"
        opened={asking === 'delete'}
        onClose={close}
        onConfirm={remove}
      >
        <Text>It gets no more events, and its deliveries are deleted from the list. This cannot be undone.</Text>
      </Confirm>
    </Stack>
  )
}

function State({ subscription }: { subscription: Subscription }) {
  const [color, word] =
    subscription.status === 'disabled'
      ? ['gray', 'disabled']
      : subscription.failing_since
        ? ['orange', 'failing']
        : ['pine', 'active']
  return (
    <Badge variant="light" color={color} tt="none">
      {word}
    </Badge>
  )
}

/** Why events do not arrive, and what to do about it. */
function Warning({ subscription }: { subscription: Subscription }) {
  const { status, disabled_at, disabled_reason, failing_since } = subscription
  const isOff = status === 'disabled'
  return (
    <Alert
      color={isOff ? 'red' : 'orange'}
      variant="light"
      icon={<TriangleAlert />}
      title={isOff ? 'This endpoint is disabled' : 'This endpoint is failing'}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {isOff ? (
          <>
            It was disabled on {disabled_at && <When at={disabled_at} as="moment" />}: {disabled_reason}. Fix it, enable
            it again, then send a test event. Events it missed meanwhile are not sent by themselves.
          </>
        ) : (
          <>
            Failing since {failing_since && <When at={failing_since} as="moment" />}. The deliveries below show what it
            answered. Each is tried again, at growing intervals; if none arrives for days, the endpoint is disabled.
          </>
        )}
      </Text>
    </Alert>
  )
}
