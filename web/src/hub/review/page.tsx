import { SegmentedControl, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hubQueries } from '../../api/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { CandidateCard } from './candidate-card.tsx'

const STATUSES = [
  { value: 'pending', label: 'Waiting' },
  { value: 'recorded', label: 'Kept by apps' },
  { value: 'all', label: 'All' },
] as const
type Status = (typeof STATUSES)[number]['value']

/** The candidates: memories that models proposed, which the user accepts or declines. */
export function Review() {
  const [status, setStatus] = useState<Status>('pending')
  return (
    <Stack gap="lg">
      <PageTitle
        title="Review"
        lead="When you talk with an assistant, it suggests what to remember. You decide on each suggestion."
      />
      <SegmentedControl
        aria-label="What to show"
        data={[...STATUSES]}
        value={status}
        onChange={(value) => setStatus(value as Status)}
      />
      <Candidates status={status} />
    </Stack>
  )
}

function Candidates({ status }: { status: Status }) {
  const candidates = useInfiniteQuery(hubQueries.candidates(status === 'all' ? undefined : status))
  if (candidates.error && !candidates.data) return <ErrorAlert error={candidates.error} retry={candidates.refetch} />
  if (!candidates.data) return <Loading rows={3} height={120} />
  const items = candidates.data.pages.flatMap(({ items }) => items)
  if (!items.length)
    return (
      <EmptyState title={status === 'pending' ? 'Nothing is waiting for you' : 'Nothing here'}>
        What an assistant suggests in a chat waits here until you keep or decline it.
      </EmptyState>
    )
  return (
    <Stack gap="sm">
      {items.map((reviewed) => (
        <CandidateCard key={reviewed.id} reviewed={reviewed} />
      ))}
      <ShowMore of={candidates} />
    </Stack>
  )
}
