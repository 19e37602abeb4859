import { Drawer, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { TextLink } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { When } from '../ui/when.tsx'
import { HUB } from '../urls.ts'
import { Source } from './memory-card.tsx'
import { Neighbours } from './neighbours.tsx'

interface MemoryDetailsProps {
  id: string | undefined
  onShow: (id: string) => void
  onClose: () => void
}

/** Where a memory came from, who may read it, and what it hangs together with. */
export function MemoryDetails({ id, onShow, onClose }: MemoryDetailsProps) {
  return (
    <Drawer opened={id !== undefined} onClose={onClose} position="right" size="lg" title="About this memory">
      {id && <Details key={id} id={id} onShow={onShow} />}
    </Drawer>
  )
}

function Details({ id, onShow }: { id: string; onShow: (id: string) => void }) {
  const path = { params: { path: { id } } }
  const graph = useQuery({
    queryKey: ['memory', id, 'graph'],
    queryFn: () => answer(api.GET('/v1/memories/{id}/graph', path)),
  })
  const access = useQuery({
    queryKey: ['memory', id, 'access'],
    queryFn: async () => (await answer(api.GET('/v1/memories/{id}/access', path))).apps,
  })
  const error = graph.error ?? access.error
  if (error) return <Trouble error={error} retry={() => Promise.all([graph.refetch(), access.refetch()])} />
  const [memory] = graph.data?.nodes ?? []
  if (!graph.data || !access.data || !memory) return <Loading rows={3} height={120} />
  return (
    <Stack gap="xl">
      <Text className="breaks memory-text" fz="lg" dir="auto">
        {memory.content}
      </Text>
      <dl className="facts">
        <Fact name="Added by">
          <Source slug={memory.sourceApp} />
        </Fact>
        <Fact name="Saved">
          <When at={memory.createdAt} />
        </Fact>
        <Fact name="Happened">
          <When at={memory.occurredAt} />
        </Fact>
        {memory.updatedAt !== memory.createdAt && (
          <Fact name="Edited">
            <When at={memory.updatedAt} />
          </Fact>
        )}
        <Fact name="Scope">{memory.scope}</Fact>
        <Fact name="Kind">{memory.type}</Fact>
        <Fact name="Importance">{memory.importance} of 100</Fact>
        <Fact name="Confidence">{memory.confidence} of 100</Fact>
      </dl>
      <section>
        <Title order={3} size="h5">
          Apps that can use it
        </Title>
        {access.data.length ? (
          <ul className="plain-list">
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
      <Neighbours graph={graph.data} onShow={onShow} />
    </Stack>
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
