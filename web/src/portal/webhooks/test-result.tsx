import { Code, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect } from 'react'
import { portalQueries } from '../../api/portal/queries.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Note } from '../../ui/note.tsx'
import utilities from '../../ui/utilities.module.css'

const POLL_MS = 500

/** The result of a test event, which is fetched until its first attempt has ended. */
export function TestResult({ appId, deliveryId }: { appId: string; deliveryId: string }) {
  const { data, error, refetch } = useQuery({
    ...portalQueries.delivery(appId, deliveryId),
    refetchInterval: ({ state }) => (state.data?.attempts.length ? false : POLL_MS),
  })
  const attempt = data?.attempts[0]
  const at = attempt?.at
  // The list below shows the attempt, too.
  useEffect(() => {
    if (at) invalidate(queryKeys.deliveries)
  }, [at])
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  const [tone, icon, title] = !attempt
    ? (['info', <LoaderCircle key="icon" />, 'Sending the test event …'] as const)
    : attempt.error === null
      ? (['success', undefined, 'The test event arrived'] as const)
      : (['warning', undefined, 'The test event did not arrive'] as const)
  return (
    <Note role="status" tone={tone} {...(icon && { icon })} title={title}>
      {attempt && (
        <Text size="sm" c="var(--mantine-color-text)" className={utilities.breakWords}>
          {attempt.status_code === null ? attempt.error : `Your endpoint answered ${attempt.status_code}`}, after{' '}
          {attempt.duration_ms} ms.{' '}
          {attempt.response_excerpt && (
            <>
              It said: <Code>{attempt.response_excerpt}</Code>
            </>
          )}
        </Text>
      )}
    </Note>
  )
}
