import { SegmentedControl, Stack } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../api/client.ts'
import { Empty } from '../ui/empty.tsx'
import { Loading } from '../ui/loading.tsx'
import { ShowMore } from '../ui/more.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { CandidateCard } from './candidate-card.tsx'

const PAGE_ROWS = 20

const SHOWN = [
  { value: 'pending', label: 'Waiting' },
  { value: 'recorded', label: 'Kept by apps' },
  { value: 'all', label: 'All' },
] as const
type Shown = (typeof SHOWN)[number]['value']

/** What models proposed to remember: what waits for the person's word, and what apps have kept already. */
export function Review() {
  const [shown, setShown] = useState<Shown>('pending')
  return (
    <Stack gap="lg">
      <PageTitle
        title="Review"
        lead="When you talk with an assistant, it suggests what to remember. You decide on each suggestion."
      />
      <SegmentedControl
        aria-label="What to show"
        data={[...SHOWN]}
        value={shown}
        onChange={(value) => setShown(value as Shown)}
      />
      <Candidates shown={shown} />
    </Stack>
  )
}

function Candidates({ shown }: { shown: Shown }) {
  const status = shown === 'all' ? undefined : shown
  const found = useInfiniteQuery({
    queryKey: ['candidates', shown],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answer(api.GET('/v1/candidates', { params: { query: { status, limit: PAGE_ROWS, cursor } } })),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  if (found.error && !found.data) return <Trouble error={found.error} retry={found.refetch} />
  if (!found.data) return <Loading rows={3} height={120} />
  const items = found.data.pages.flatMap(({ items }) => items)
  if (!items.length)
    return (
      <Empty title={shown === 'pending' ? 'Nothing is waiting for you' : 'Nothing here'}>
        What an assistant suggests in a chat waits here until you keep or decline it.
      </Empty>
    )
  return (
    <Stack gap="sm">
      {items.map((reviewed) => (
        <CandidateCard key={reviewed.id} reviewed={reviewed} />
      ))}
      <ShowMore of={found} />
    </Stack>
  )
}
