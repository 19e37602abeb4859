import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Shape } from '../../api/client.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { nextRetryAt } from './health.ts'

interface RetryAllProps {
  /** The deliveries that the list shows. */
  deliveries: readonly Shape<'Delivery'>[]
  onReplay: (id: string) => Promise<unknown>
}

/** Makes the next attempt of all deliveries that wait for one at once, such as when the endpoint works again. */
export function RetryAll({ deliveries, onReplay }: RetryAllProps) {
  const { busy, error, run } = useAction()
  const [retried, setRetried] = useState(0)
  const waiting = deliveries.filter((delivery) => nextRetryAt(delivery))
  const retry = () =>
    run(async () => {
      await Promise.all(waiting.map(({ id }) => onReplay(id)))
      setRetried(waiting.length)
    })
  return (
    <>
      {(waiting.length > 0 || busy) && (
        <Button variant="default" onClick={retry} loading={busy}>
          Retry now ({waiting.length})
        </Button>
      )}
      <Text size="sm" c="dimmed" role="status">
        {retried > 0 && `${retried} ${retried === 1 ? 'is' : 'are'} being retried.`}
      </Text>
      {error !== undefined && <ErrorAlert error={error} />}
    </>
  )
}
