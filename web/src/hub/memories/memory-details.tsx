import { Drawer, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { hubQueries } from '../../api/queries.ts'
import { Definition, DefinitionList } from '../../ui/definition-list.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import { Author } from './author.tsx'
import { History } from './history.tsx'
import { RelatedMemories } from './related-memories.tsx'
import { Source } from './source.tsx'

interface MemoryDetailsProps {
  id: string | undefined
  onShow: (id: string) => void
  onClose: () => void
}

/** Shows the source of a memory, the apps that can use it and the memories related to it. */
export function MemoryDetails({ id, onShow, onClose }: MemoryDetailsProps) {
  return (
    <Drawer opened={id !== undefined} onClose={onClose} position="right" size="lg" title="About this memory">
      {id && <Details key={id} id={id} onShow={onShow} />}
    </Drawer>
  )
}

function Details({ id, onShow }: { id: string; onShow: (id: string) => void }) {
  const graph = useQuery(hubQueries.memoryGraph(id))
  const access = useQuery(hubQueries.memoryAccess(id))
  const error = graph.error ?? access.error
  if (error) return <ErrorAlert error={error} retry={() => Promise.all([graph.refetch(), access.refetch()])} />
  const [memory] = graph.data?.nodes ?? []
  if (!graph.data || !access.data || !memory) return <Loading rows={3} height={120} />
  return (
    <Stack gap="xl">
      <Text className={utilities.userText} fz="lg" dir="auto">
        {memory.content}
      </Text>
      <DefinitionList as="grid">
        <Definition name="Added by">
          <Source slug={memory.sourceApp} />
        </Definition>
        <Definition name="Saved">
          <Timestamp at={memory.createdAt} />
        </Definition>
        <Definition name="Happened">
          <Timestamp at={memory.occurredAt} />
        </Definition>
        {memory.updatedAt !== memory.createdAt && (
          <Definition name="Edited">
            <Timestamp at={memory.updatedAt} />
            {memory.editedBy && (
              <>
                {' '}
                by <Author {...memory.editedBy} />
              </>
            )}
          </Definition>
        )}
        {memory.validUntil && (
          <Definition name="True until">
            <Timestamp at={memory.validUntil} />
          </Definition>
        )}
        {memory.expiresAt && (
          <Definition name="Expires">
            <Timestamp at={memory.expiresAt} />
          </Definition>
        )}
        <Definition name="Scope">{memory.scope}</Definition>
        <Definition name="Kind">{memory.type}</Definition>
        <Definition name="Importance">{memory.importance} of 100</Definition>
        <Definition name="Confidence">{memory.confidence} of 100</Definition>
      </DefinitionList>
      <section>
        <Title order={3} size="h5">
          Apps that can use it
        </Title>
        {access.data.length ? (
          <ul className={utilities.plainList}>
            {access.data.map(({ connectionId, app, read, write }) => (
              <li key={connectionId}>
                <TextLink to={HUB.connection} params={{ id: connectionId }}>
                  {app.name}
                </TextLink>
                : {[read && 'can read it', write && 'can change or delete it'].filter(Boolean).join(', ')}
              </li>
            ))}
          </ul>
        ) : (
          <Text c="dimmed">No app can use it. Only you can see it.</Text>
        )}
      </section>
      <History id={id} memory={memory} />
      <RelatedMemories graph={graph.data} onShow={onShow} />
    </Stack>
  )
}
