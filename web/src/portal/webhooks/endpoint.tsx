import { ActionIcon, Badge, Box, Button, Group, Menu, Stack, Text } from '@mantine/core'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { useAction } from '../../ui/action.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Note } from '../../ui/note.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import utilities from '../../ui/utilities.module.css'
import { isFailing } from './health.ts'
import { EditSubscription } from './subscription-form.tsx'
import { TestResult } from './test-result.tsx'

type Subscription = Shape<'Subscription'>

interface EndpointProps {
  appId: string
  subscription: Subscription
  onSecret: (secret: string) => void
}

/** One webhook endpoint: its state, its events and the actions on it. */
export function Endpoint({ appId, subscription, onSecret }: EndpointProps) {
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'delete'>()
  const [tested, setTested] = useState<string>()
  const { busy, error, run } = useAction()
  const params = { path: { id: appId, subId: subscription.id } }
  const isActive = subscription.status === 'active'
  const test = async () => {
    setTested((await unwrap(api.POST('/v1/dev/apps/{id}/subscriptions/{subId}/test', { params }))).id)
    await invalidate(queryKeys.deliveries)
  }
  const setStatus = async (status: Subscription['status']) => {
    await unwrap(api.PATCH('/v1/dev/apps/{id}/subscriptions/{subId}', { params, body: { status } }))
    await invalidate(queryKeys.subscriptions, queryKeys.deliveries)
  }
  const rotate = async () =>
    onSecret((await unwrap(api.POST('/v1/dev/apps/{id}/subscriptions/{subId}/rotate', { params }))).secret)
  const remove = async () => {
    await unwrap(api.DELETE('/v1/dev/apps/{id}/subscriptions/{subId}', { params }))
    await invalidate(queryKeys.subscriptions, queryKeys.deliveries)
  }
  const close = () => setDialog(undefined)
  return (
    <Stack
      component="article"
      className={utilities.surface}
      p="md"
      gap="sm"
      id={subscription.id}
      aria-label={subscription.url}
    >
      <Group wrap="nowrap" align="flex-start" justify="space-between">
        <Box miw={0}>
          <Group gap="4px 10px">
            <Text fw={600} className={utilities.breakWords}>
              {subscription.url}
            </Text>
            <StatusBadge subscription={subscription} />
          </Group>
          {subscription.description && <Text>{subscription.description}</Text>}
          <Text size="xs" c="dimmed" className={utilities.breakWords}>
            {subscription.events.join(', ')}
          </Text>
        </Box>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${subscription.url}`}>
              <Ellipsis size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setDialog('edit')}>Edit</Menu.Item>
            <Menu.Item onClick={() => setDialog('rotate')}>Rotate the secret</Menu.Item>
            {isActive && <Menu.Item onClick={() => run(() => setStatus('disabled'))}>Disable</Menu.Item>}
            <Menu.Item onClick={() => setDialog('delete')} c="var(--mantine-color-error)">
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {(!isActive || (isFailing(subscription) && !tested)) && <Warning subscription={subscription} />}
      {error !== undefined && <ErrorAlert error={error} />}
      {tested && <TestResult key={tested} appId={appId} deliveryId={tested} />}
      <Group gap="xs">
        {/* With a key each, so that a click that began on one of them never ends on the other. */}
        {isActive ? (
          <Button key="test" size="xs" variant="default" onClick={() => run(test)} loading={busy}>
            Send a test event
          </Button>
        ) : (
          <Button key="enable" size="xs" onClick={() => run(() => setStatus('active'))} loading={busy}>
            Enable again
          </Button>
        )}
      </Group>
      <EditSubscription
        key={`${dialog === 'edit'}`}
        appId={appId}
        subscription={subscription}
        opened={dialog === 'edit'}
        onClose={close}
      />
      <Confirm
        title="Rotate the signing secret?"
        submitLabel="Rotate it"
        destructive={false}
        opened={dialog === 'rotate'}
        onClose={close}
        onConfirm={rotate}
      >
        <Text>
          For a day, events are signed with both secrets, so that your endpoint can switch without losing one.
        </Text>
      </Confirm>
      <Confirm
        title="Delete this endpoint?"
        submitLabel="Delete it"
        opened={dialog === 'delete'}
        onClose={close}
        onConfirm={remove}
      >
        <Text>It gets no more events, and its deliveries are deleted from the list. This cannot be undone.</Text>
      </Confirm>
    </Stack>
  )
}

function StatusBadge({ subscription }: { subscription: Subscription }) {
  const [color, label] =
    subscription.status === 'disabled'
      ? ['gray', 'disabled']
      : subscription.failing_since
        ? ['orange', 'failing']
        : ['pine', 'active']
  return (
    <Badge variant="light" color={color}>
      {label}
    </Badge>
  )
}

/** Explains why events do not arrive and what to do about it. */
function Warning({ subscription }: { subscription: Subscription }) {
  const { status, disabled_at, disabled_reason, failing_since } = subscription
  const isDisabled = status === 'disabled'
  return (
    <Note
      tone={isDisabled ? 'danger' : 'warning'}
      title={isDisabled ? 'This endpoint is disabled' : 'This endpoint is failing'}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {isDisabled ? (
          <>
            It was disabled on {disabled_at && <Timestamp at={disabled_at} as="date-time" />}: {disabled_reason}.{' '}
            {failing_since && 'Fix it first. '}Enable it again, then send a test event. Events it missed meanwhile are
            not sent by themselves.
          </>
        ) : (
          <>
            Failing since {failing_since && <Timestamp at={failing_since} as="date-time" />}. The deliveries below show
            what it answered. Each is tried again, at growing intervals; if none arrives for days, the endpoint is
            disabled.
          </>
        )}
      </Text>
    </Note>
  )
}
