import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Inbox from 'lucide-react/icons/inbox'
import { type KeyboardEvent, useState } from 'react'
import type { Shape } from '../../api/client.ts'
import { decisionQueries } from '../../api/hub/decision-queries.ts'
import { connectionsQuery } from '../../api/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { withMember } from '../../ui/sets.ts'
import { ShowMore } from '../../ui/show-more.tsx'
import { HUB } from '../../urls.ts'
import { AppChanges } from './app-changes.tsx'
import { CandidateCard } from './candidate-card.tsx'
import { KeepAll } from './keep-all.tsx'
import { QuestionCard } from './question-card.tsx'
import { SelectedCandidates } from './selected-candidates.tsx'

const STATUSES = [
  { value: 'pending', label: msg`Waiting` },
  { value: 'recorded', label: msg`Kept by apps` },
  { value: 'all', label: msg`All` },
] as const
type Status = (typeof STATUSES)[number]['value']

/**
 * What waits for the user's decision: what apps changed of statements about health and safety, memories that others may have
 * replaced, and candidates, which are memories that models proposed.
 */
export function Review() {
  const [status, setStatus] = useState<Status>('pending')
  const questions = useInfiniteQuery(decisionQueries.questions)
  // The cards show the names of apps.
  const connections = useQuery(connectionsQuery)
  const appChanges = useQuery(decisionQueries.appChanges)
  const isReady = !connections.isPending && !questions.isPending && !appChanges.isPending
  return (
    <Stack gap="lg">
      <PageTitle
        title={t`Review`}
        lead={t`What waits for your decision: facts that may have changed, and what assistants suggest to remember.`}
        actions={
          <ButtonLink to={HUB.tidyUp} variant="default">
            <Trans>Tidy up copies</Trans>
          </ButtonLink>
        }
      />
      {isReady ? (
        <>
          <AppChanges changes={appChanges} />
          <Questions questions={questions} />
          <Suggestions status={status} setStatus={setStatus} />
        </>
      ) : (
        <Loading rows={3} height={120} />
      )}
    </Stack>
  )
}

type QuestionsQuery = UseInfiniteQueryResult<InfiniteData<Shape<'SupersedingQuestionPage'>>>

function Questions({ questions }: { questions: QuestionsQuery }) {
  if (questions.error && !questions.data) return <ErrorAlert error={questions.error} retry={questions.refetch} />
  const items = questions.data?.pages.flatMap(({ items }) => items) ?? []
  if (!items.length) return null
  return (
    <Stack component="section" gap="sm" aria-labelledby="changed">
      <div>
        <Title order={2} size="h4" id="changed">
          <Trans>Has this changed?</Trans>
        </Title>
        <Text size="sm" c="dimmed">
          <Trans>Until you decide, your apps see the new one first.</Trans>
        </Text>
      </div>
      {items.map(({ memory, successor }) => (
        <QuestionCard key={memory.id} memory={memory} successor={successor} />
      ))}
      <ShowMore of={questions} />
    </Stack>
  )
}

function Suggestions({ status, setStatus }: { status: Status; setStatus: (status: Status) => void }) {
  return (
    <Stack component="section" gap="sm" aria-labelledby="suggestions">
      <Title order={2} size="h4" id="suggestions">
        <Trans>Suggestions</Trans>
      </Title>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          aria-label={t`What to show`}
          data={STATUSES.map(({ value, label }) => ({ value, label: i18n._(label) }))}
          value={status}
          onChange={(value) => setStatus(value as Status)}
          w="fit-content"
          maw="100%"
        />
        {status === 'pending' && <KeepAll />}
      </Group>
      <Candidates status={status} />
    </Stack>
  )
}

// Padding below the list while suggestions are selected, so that the bar covers none of them.
const SELECTION_BAR_HEIGHT = 140

function Candidates({ status }: { status: Status }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const candidates = useInfiniteQuery(decisionQueries.candidates(status === 'all' ? undefined : status))
  if (candidates.error && !candidates.data) return <ErrorAlert error={candidates.error} retry={candidates.refetch} />
  if (!candidates.data) return <Loading rows={3} height={120} />
  const items = candidates.data.pages.flatMap(({ items }) => items)
  if (!items.length)
    return (
      <EmptyState
        icon={Inbox}
        title={status === 'pending' ? t`Nothing is waiting for you` : t`Nothing here`}
        action={
          status === 'pending' && (
            <ButtonLink to={HUB.chats} variant="default">
              <Trans>Write to your assistant</Trans>
            </ButtonLink>
          )
        }
      >
        {status === 'recorded'
          ? t`What apps have kept of their suggestions is listed here.`
          : t`What an assistant suggests in a chat waits here until you keep or decline it.`}
      </EmptyState>
    )
  const waiting = items.flatMap(({ id, status }) => (status === 'pending' ? id : []))
  const selectionOf = (id: string) =>
    waiting.length < 2 || !waiting.includes(id)
      ? undefined
      : {
          isSelected: selected.has(id),
          onSelect: (isSelected: boolean) => setSelected((before) => withMember(before, id, isSelected)),
        }
  return (
    <Stack gap="sm" pb={selected.size ? SELECTION_BAR_HEIGHT : 0} onKeyDown={moveToNextCheckbox}>
      {items.map((reviewed) => (
        <CandidateCard key={reviewed.id} reviewed={reviewed} selection={selectionOf(reviewed.id)} />
      ))}
      <ShowMore of={candidates} />
      <SelectedCandidates
        ids={waiting.filter((id) => selected.has(id))}
        onClear={() => setSelected(new Set())}
        onSelectAll={() => setSelected(new Set(waiting))}
      />
    </Stack>
  )
}

/** The arrow keys move between the checkboxes of a list; the space bar selects. */
function moveToNextCheckbox(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
  const at = boxes.indexOf(event.target as HTMLInputElement)
  if (step === undefined || at < 0) return
  event.preventDefault()
  boxes[at + step]?.focus()
}
