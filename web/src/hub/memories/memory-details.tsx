import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { hubQueries } from '../../api/hub/queries.ts'
import { connectionsQuery } from '../../api/queries.ts'
import { formatList } from '../../i18n/format.ts'
import { useAction } from '../../ui/action.ts'
import { AppName } from '../../ui/app-name.tsx'
import { Definition, DefinitionList } from '../../ui/definition-list.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { withMarks } from '../../ui/hidden-characters.ts'
import { TextLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { kindLabel } from '../../ui/topic-name.ts'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import { AppNotes } from './app-notes.tsx'
import { Author } from './author.tsx'
import { EditMemory } from './edit-memory.tsx'
import { History } from './history.tsx'
import { LearnedFrom } from './learned-from.tsx'
import { deleteMemories, editMemory, type Memory } from './memory.ts'
import { MemoryReads } from './memory-reads.tsx'
import { RelatedMemories } from './related-memories.tsx'
import { Source } from './source.tsx'
import { Superseded } from './superseded.tsx'
import { TopicLabel } from './topic-label.tsx'

interface MemoryDetailsProps {
  id: string
  onShow: (id: string) => void
  /** Called when the memory has been deleted here. */
  onGone: () => void
}

/** Shows the source of a memory, the apps that can use it and those that did, and the memories related to it. */
export function MemoryDetails({ id, onShow, onGone }: MemoryDetailsProps) {
  const graph = useQuery(hubQueries.memoryGraph(id))
  const access = useQuery(hubQueries.memoryAccess(id))
  // Loaded with the others: what comes later would move what is below.
  const reads = useQuery(hubQueries.memoryReads(id))
  const connections = useQuery(connectionsQuery)
  const error = graph.error ?? access.error
  if (error) return <ErrorAlert error={error} retry={() => Promise.all([graph.refetch(), access.refetch()])} />
  const [memory] = graph.data?.nodes ?? []
  // Not while one that failed is tried again: what is being edited here would be lost.
  const isFetched = reads.isFetched && connections.isFetched
  if (!graph.data || !access.data || !memory || !isFetched) return <Loading rows={3} height={120} />
  return (
    <Stack gap="xl">
      <Statement memory={memory} onGone={onGone} />
      <DefinitionList as="grid">
        <Definition name={t`Added by`}>
          <Source slug={memory.sourceApp} />
        </Definition>
        <LearnedFrom memory={memory} />
        <Definition name={t`Saved`}>
          <Timestamp at={memory.createdAt} />
        </Definition>
        <Definition name={t`Happened`}>
          <Timestamp at={memory.occurredAt} />
        </Definition>
        {memory.updatedAt !== memory.createdAt && (
          <Definition name={t`Edited`}>
            <Timestamp at={memory.updatedAt} />{' '}
            {memory.editedBy && (
              <Trans>
                by <Author {...memory.editedBy} />
              </Trans>
            )}
          </Definition>
        )}
        {memory.validFrom !== memory.occurredAt && (
          <Definition name={t`True since`}>
            <Timestamp at={memory.validFrom} />
          </Definition>
        )}
        {memory.validUntil && (
          <Definition name={t`True until`}>
            <Timestamp at={memory.validUntil} />
          </Definition>
        )}
        {memory.expiresAt && (
          <Definition name={t`Expires`}>
            <Timestamp at={memory.expiresAt} />
          </Definition>
        )}
        <Definition name={t`Topic`}>
          <TopicLabel scope={memory.scope} size="sm" />
        </Definition>
        <Definition name={t`Kind`}>{kindLabel(memory.type)}</Definition>
        <Definition name={t`Importance`}>
          <Trans>{memory.importance} of 100</Trans>
        </Definition>
        <Definition name={t`Confidence`}>
          <Trans>{memory.confidence} of 100</Trans>
        </Definition>
      </DefinitionList>
      <AppNotes memory={memory} />
      <section>
        <Title order={3} size="h5">
          <Trans>Apps that can use it</Trans>
        </Title>
        {access.data.length ? (
          <ul className={utilities.plainList}>
            {access.data.map(({ connectionId, app, read, write }) => (
              <li key={connectionId}>
                <TextLink to={HUB.connection} params={{ id: connectionId }}>
                  <AppName slug={app.slug} name={app.name} />
                </TextLink>
                :{' '}
                {formatList(
                  [...(read ? [t`can read it`] : []), ...(write ? [t`can change or delete it`] : [])],
                  'unit',
                )}
              </li>
            ))}
          </ul>
        ) : (
          <Text c="dimmed">
            <Trans>No app can use it. Only you can see it.</Trans>
          </Text>
        )}
      </section>
      <MemoryReads id={id} />
      <Superseded memory={memory} onShow={onShow} />
      <History id={id} memory={memory} />
      <RelatedMemories graph={graph.data} onShow={onShow} />
    </Stack>
  )
}

/** What the memory says, with the actions on it; while it is edited, the form. */
function Statement({ memory, onGone }: { memory: Memory; onGone: () => void }) {
  const [editing, setEditing] = useState(false)
  const action = useAction()
  const edit = useRef<HTMLButtonElement>(null)
  // The fields unmount with the focus.
  const close = () => {
    flushSync(() => setEditing(false))
    edit.current?.focus()
  }
  if (editing) return <EditMemory memory={memory} onClose={close} />
  return (
    <Stack gap="sm">
      <Text className={utilities.userText} fz="lg" dir="auto">
        {withMarks(memory.content)}
      </Text>
      <Group gap="xs">
        <Button ref={edit} size="compact-md" variant="default" onClick={() => setEditing(true)}>
          <Trans>Edit</Trans>
        </Button>
        <Button
          size="compact-md"
          variant="default"
          loading={action.busy}
          onClick={() => action.run(() => editMemory(memory.id, { pinned: !memory.pinned }))}
        >
          {memory.pinned ? t`Unpin` : t`Pin`}
        </Button>
        <Button
          size="compact-md"
          variant="subtle"
          color="red"
          onClick={() => action.run(() => deleteMemories([memory], onGone))}
        >
          <Trans>Delete</Trans>
        </Button>
      </Group>
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </Stack>
  )
}
