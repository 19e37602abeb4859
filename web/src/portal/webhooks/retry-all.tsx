import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Shape } from '../../api/client.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { nextRetryAt } from './health.ts'
import { outcomeOf, type Retried, retryEach } from './retry.ts'

interface RetryAllProps {
  /** The deliveries that the list shows. There may be more of them that are not loaded. */
  deliveries: readonly Shape<'Delivery'>[]
  send: (id: string) => Promise<unknown>
  onSent: () => Promise<unknown>
}

/** Makes the next attempt of the shown deliveries that wait for one at once, such as when the endpoint works again. */
export function RetryAll({ deliveries, send, onSent }: RetryAllProps) {
  const { busy, run } = useAction()
  const [retried, setRetried] = useState<Retried>()
  const waiting = deliveries.filter((delivery) => nextRetryAt(delivery))
  const retry = () =>
    run(async () => {
      setRetried(undefined)
      setRetried(
        await retryEach(
          waiting.map(({ id }) => id),
          send,
        ),
      )
      await onSent()
    })
  return (
    <>
      {(waiting.length > 0 || busy) && (
        <Button variant="default" onClick={retry} loading={busy}>
          Retry {waiting.length} shown
        </Button>
      )}
      <Text size="sm" c="dimmed" role="status">
        {retried && outcomeOf(retried)}
      </Text>
      {retried?.error !== undefined && <ErrorAlert error={retried.error} />}
    </>
  )
}
