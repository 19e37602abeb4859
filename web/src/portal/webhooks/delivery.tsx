import { Badge, Button, Code, Group, Stack, Table, Text } from '@mantine/core'
import type { Shape } from '../../api/client.ts'
import { useDeed } from '../../ui/deed.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { When } from '../../ui/when.tsx'
import { retryOf } from './health.ts'

type Delivery = Shape<'Delivery'>

const COLOURS = { pending: 'blue', succeeded: 'pine', failed: 'red', cancelled: 'gray' } as const

interface DeliveryRowProps {
  delivery: Delivery
  /** Where it goes. */
  url: string | undefined
  /** What the endpoint is called, where there are several. */
  endpoint?: string
  onReplay: (id: string) => Promise<unknown>
}

/** One delivery: a line that opens to what was sent and what each attempt came to. */
export function DeliveryRow({ delivery, url, endpoint, onReplay }: DeliveryRowProps) {
  const { id, event_id, event_type, status, attempt_count, next_attempt_at, created_at, attempts } = delivery
  const { busy, error, run } = useDeed()
  const last = attempts.at(-1)
  const retry = retryOf(delivery)
  return (
    <details className="delivery">
      <summary>
        <Badge variant="light" color={retry ? 'orange' : COLOURS[status]} tt="none" miw={96}>
          {retry ? 'retrying' : status}
        </Badge>
        <Text span fw={600} size="sm">
          {event_type}
        </Text>
        {endpoint && (
          <Text span size="sm" c="dimmed" className="breaks">
            to {endpoint}
          </Text>
        )}
        {last && (
          <Text span size="sm" c="dimmed">
            {last.status_code ?? 'no answer'}, {last.duration_ms} ms
            {retry && (
              <>
                ; next attempt <When at={retry} />
              </>
            )}
          </Text>
        )}
        <Text span size="sm" c="dimmed" ms="auto">
          <When at={created_at} />
        </Text>
      </summary>
      <Stack p="md" gap="sm">
        <dl className="about">
          <Fact name="Request">
            POST {url ?? 'an endpoint that is gone'}
            <br />
            <Code>X-Service-Event: {event_type}</Code> <Code>X-Service-Delivery: {id}</Code>
          </Fact>
          <Fact name="Event">
            <Code>{event_id}</Code>
          </Fact>
          {next_attempt_at && (
            <Fact name="Next attempt">
              <When at={next_attempt_at} />
            </Fact>
          )}
        </dl>
        {attempts.length ? (
          <Table className="stacked" aria-label={`Attempts of ${id}`} verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>When</Table.Th>
                <Table.Th>Answer</Table.Th>
                <Table.Th>Took</Table.Th>
                <Table.Th>What it said</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {attempts.map(({ at, status_code, duration_ms, error, response_excerpt }) => (
                <Table.Tr key={at}>
                  <Table.Td>
                    <When at={at} as="moment" />
                  </Table.Td>
                  <Table.Td>{status_code ?? 'none'}</Table.Td>
                  <Table.Td>{duration_ms} ms</Table.Td>
                  <Table.Td className="breaks wide">
                    {response_excerpt ? <Code>{response_excerpt}</Code> : error || 'nothing'}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        ) : (
          <Text size="sm" c="dimmed">
            {attempt_count ? 'The attempt is under way.' : 'Not tried yet.'}
          </Text>
        )}
        {error !== undefined && <Trouble error={error} />}
        {status !== 'pending' && (
          <Group>
            <Button size="xs" variant="default" onClick={() => run(() => onReplay(id))} loading={busy}>
              Send it again
            </Button>
          </Group>
        )}
      </Stack>
    </details>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
