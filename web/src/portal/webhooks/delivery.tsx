import { Badge, Button, Code, Group, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { Shape } from '../../api/client.ts'
import { useAction } from '../../ui/action.ts'
import { Definition, DefinitionList } from '../../ui/definition-list.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { PhoneOnly, StackedTable, wideCell } from '../../ui/stacked-table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import utilities from '../../ui/utilities.module.css'
import { Disclosure } from '../disclosure.tsx'
import { nextRetryAt } from './health.ts'
import { DeliveryRequest } from './request.tsx'

type Delivery = Shape<'Delivery'>

const COLOURS = { pending: 'blue', succeeded: 'pine', failed: 'red', cancelled: 'gray' } as const

interface DeliveryRowProps {
  appId: string
  delivery: Delivery
  /** The address of the endpoint; `undefined` after it was deleted. */
  url: string | undefined
  /** The name of the endpoint, if there are several. */
  endpoint?: string
  onReplay: (id: string) => Promise<unknown>
}

/** One delivery: a line that opens to the request and its attempts. */
export function DeliveryRow({ appId, delivery, url, endpoint, onReplay }: DeliveryRowProps) {
  const { id, event_id, event_type, status, attempt_count, next_attempt_at, created_at, attempts } = delivery
  const { busy, error, run } = useAction()
  const [opened, setOpened] = useState(false)
  const last = attempts.at(-1)
  const retry = nextRetryAt(delivery)
  return (
    <Disclosure onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <Badge variant="light" color={retry ? 'orange' : COLOURS[status]} miw={96}>
          {retry ? 'retrying' : status}
        </Badge>
        <Text span fw={600} size="sm">
          {event_type}
        </Text>
        {endpoint && (
          <Text span size="sm" c="dimmed" className={utilities.breakWords}>
            to {endpoint}
          </Text>
        )}
        {last && (
          <Text span size="sm" c="dimmed">
            {last.status_code ?? 'no answer'}, {last.duration_ms} ms
            {retry && (
              <>
                ; next attempt <Timestamp at={retry} />
              </>
            )}
          </Text>
        )}
        <Text span size="sm" c="dimmed" ms="auto">
          <Timestamp at={created_at} />
        </Text>
      </summary>
      <Stack p="md" gap="sm">
        <DefinitionList>
          <Definition name="Sent to">POST {url ?? 'a deleted endpoint'}</Definition>
          <Definition name="Delivery">
            <Code>{id}</Code>
          </Definition>
          <Definition name="Event">
            <Code>{event_id}</Code>
          </Definition>
          {next_attempt_at && (
            <Definition name="Next attempt">
              <Timestamp at={next_attempt_at} />
            </Definition>
          )}
        </DefinitionList>
        {attempts.length ? (
          <StackedTable aria-label={`Attempts of ${id}`} verticalSpacing="xs" horizontalSpacing={0}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>When</Table.Th>
                <Table.Th>Answer</Table.Th>
                <Table.Th>Took</Table.Th>
                <Table.Th>Response</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {attempts.map(({ at, status_code, duration_ms, error, response_excerpt }) => (
                <Table.Tr key={at}>
                  <Table.Td>
                    <Timestamp at={at} as="date-time" />
                  </Table.Td>
                  <Table.Td>
                    <PhoneOnly>Answer: </PhoneOnly>
                    {status_code ?? 'none'}
                  </Table.Td>
                  <Table.Td>{duration_ms} ms</Table.Td>
                  <Table.Td className={`${wideCell} ${utilities.breakWords}`}>
                    <PhoneOnly>Response: </PhoneOnly>
                    {response_excerpt ? (
                      <Code>{response_excerpt}</Code>
                    ) : (
                      <Text span size="sm" c="dimmed">
                        {error && error !== `HTTP ${status_code}` ? error : 'none shown'}
                      </Text>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </StackedTable>
        ) : (
          <Text size="sm" c="dimmed">
            {attempt_count ? 'The attempt is under way.' : 'Not tried yet.'}
          </Text>
        )}
        {error !== undefined && <ErrorAlert error={error} />}
        {(status !== 'pending' || retry) && (
          <Group>
            <Button size="xs" variant="default" onClick={() => run(() => onReplay(id))} loading={busy}>
              {retry ? 'Retry now' : 'Send it again'}
            </Button>
          </Group>
        )}
        {opened && <DeliveryRequest appId={appId} deliveryId={id} attempts={attempts.length} />}
      </Stack>
    </Disclosure>
  )
}
