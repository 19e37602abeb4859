import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { topLevel } from '@memory-service/scopes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { catalogQuery } from '../../api/catalog-queries.ts'
import { importsQuery } from '../../api/hub/import-queries.ts'
import { usedScopesQuery } from '../../api/queries.ts'
import { formatNumber } from '../../i18n/format.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import utilities from '../../ui/utilities.module.css'
import css from './bring.module.css'
import { chosenOf, shortfalls, useChoices } from './choices.ts'
import { Chats, Groups } from './groups.tsx'
import type { Selection, Preview as Survey } from './protocol.ts'
import { warningText } from './reader-texts.ts'
import { type ModelReader, ReadWithModel, saidIn } from './reading.tsx'

interface PreviewProps {
  preview: Survey
  error: unknown
  onStart: (selection: Selection, withModel: boolean) => Promise<void>
  onCancel: () => void
}

/** What was found, for the person to choose from. Nothing was sent so far. */
export function Preview(props: PreviewProps) {
  const used = useQuery(usedScopesQuery)
  const catalog = useQuery(catalogQuery)
  const imports = useQuery(importsQuery)
  if (!used.data || !catalog.data || !imports.data) {
    const failed = [used, catalog, imports].find(({ error }) => error)
    return failed ? <ErrorAlert error={failed.error} retry={failed.refetch} /> : <Loading rows={4} height={80} />
  }
  const scopes = [
    ...catalog.data.standardScopes.map(({ namespace }) => namespace),
    ...used.data.map(({ scope }) => scope),
  ]
  const topics = [...new Set(scopes.map(topLevel))].sort()
  return <Found {...props} topics={topics} capacity={imports.data.capacity} model={imports.data.reader} />
}

interface FoundProps extends PreviewProps {
  topics: readonly string[]
  capacity: Parameters<typeof shortfalls>[2]
  /** What the chat model reads with a call, if there is one. */
  model: ModelReader | null
}

function Found({ preview, error, onStart, onCancel, topics, capacity, model }: FoundProps) {
  const choices = useChoices(preview, new Set(topics))
  const [withModel, setWithModel] = useState(false)
  const { label, counts, warnings } = preview
  const { memories, candidates, chats } = counts
  const nothing = memories + candidates + chats === 0
  const isEmpty =
    chosenOf(preview, 'memory', choices) + chosenOf(preview, 'candidate', choices) === 0 &&
    (choices.withoutChats || !preview.chats.some(({ id }) => choices.has(id)))
  const said = choices.withoutChats ? 0 : saidIn(preview.chats.filter(({ id }) => choices.has(id)))
  const problems = shortfalls(preview, choices, capacity)
  const start = () => {
    const max = { chats: capacity.chats.limit, messages: capacity.messages.limit }
    const { topics, without, withoutChats } = choices
    return onStart({ topics, without, withoutChats, max }, withModel && model !== null && said > 0)
  }
  return (
    <Stack gap="lg" className={utilities.surface} p={{ base: 'md', sm: 'xl' }}>
      <div>
        <Title order={2} size="h4">
          {label}
        </Title>
        <Text size="sm" c="dimmed" role="status">
          <Trans>Read on this device. Nothing was sent so far.</Trans>
        </Text>
      </div>
      <dl className={css.counts}>
        {memories > 0 && <Count label={plural(memories, { one: 'memory', other: 'memories' })} value={memories} />}
        {candidates > 0 && (
          <Count
            label={plural(candidates, { one: 'suggestion to review', other: 'suggestions to review' })}
            value={candidates}
          />
        )}
        {chats > 0 && <Count label={plural(chats, { one: 'chat', other: 'chats' })} value={chats} />}
      </dl>
      {nothing && (
        <Text>
          <Trans>There is nothing in it that can be imported.</Trans>
        </Text>
      )}
      {problems.length > 0 && (
        <Note tone="warning">
          <Text size="sm" fw={600}>
            <Trans>Not everything fits</Trans>
          </Text>
          {problems.map((problem) => (
            <Text key={problem} size="sm">
              {problem}
            </Text>
          ))}
        </Note>
      )}
      {warnings.length > 0 && <Warnings warnings={warnings} />}
      <Groups
        kind="memory"
        title={t`Memories`}
        lead={t`Apps that may read a topic can read its memories.`}
        {...{ preview, choices, topics }}
      />
      <Groups
        kind="candidate"
        title={t`Suggestions`}
        lead={t`Sentences that may be facts about you. Each waits in your review until you keep or decline it.`}
        {...{ preview, choices, topics }}
      />
      <Chats preview={preview} choices={choices} />
      {model && said > 0 && <ReadWithModel said={said} model={model} checked={withModel} onChange={setWithModel} />}
      {error !== undefined && <ErrorAlert error={error} />}
      <Group>
        <Button onClick={start} disabled={isEmpty}>
          <Trans>Import</Trans>
        </Button>
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
      </dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  )
}

function Warnings({ warnings }: Pick<Survey, 'warnings'>) {
  return (
    <details>
      <summary>
        <Trans>What is left out</Trans>
      </summary>
      <ul className={utilities.plainList}>
        {warnings.map(({ message, times }) => (
          <li key={message}>
            <Text size="sm" c="dimmed" className={utilities.breakWords}>
              {warningText(message)}
              {times > 1 && ` (${plural(times, { other: '# times' })})`}
            </Text>
          </li>
        ))}
      </ul>
    </details>
  )
}
