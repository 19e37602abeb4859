import { ActionIcon, Badge, Box, Button, Checkbox, Group, Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pin from 'lucide-react/icons/pin'
import { useState } from 'react'
import { useDeed } from '../ui/deed.ts'
import { Trouble } from '../ui/trouble.tsx'
import { When } from '../ui/when.tsx'
import { EditMemory } from './edit-memory.tsx'
import { connections, deleteMemories, editMemory, type Memory } from './memory.ts'

const LABEL_CHARS = 60

interface MemoryCardProps {
  memory: Memory
  chosen: boolean
  onChoose: (now: boolean) => void
  onShow: () => void
}

/** One memory: what it says, where it lies and whence it came, and what can be done with it. */
export function MemoryCard({ memory, chosen, onChoose, onShow }: MemoryCardProps) {
  const [editing, setEditing] = useState(false)
  const deed = useDeed()
  const said = memory.content.slice(0, LABEL_CHARS)
  return (
    <Box component="article" className="surface" p="md" aria-label={said}>
      {editing ? (
        <EditMemory memory={memory} onClose={() => setEditing(false)} />
      ) : (
        <Group align="flex-start" wrap="nowrap" gap="sm">
          <Checkbox
            mt={3}
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
            aria-label={`Choose: ${said}`}
          />
          <Box flex={1} miw={0}>
            <Text className="breaks memory-text">{memory.content}</Text>
            <Group gap="xs" mt={6}>
              <Badge variant="light" color="gray" tt="none" size="sm" className="place">
                {memory.scope}
              </Badge>
              <Text size="xs" c="dimmed">
                {memory.type} · <Source slug={memory.sourceApp} /> · <When at={memory.occurredAt} />
              </Text>
            </Group>
          </Box>
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant={memory.pinned ? 'light' : 'subtle'}
              color={memory.pinned ? 'pine' : 'gray'}
              aria-label="Pinned"
              aria-pressed={memory.pinned}
              loading={deed.busy}
              onClick={() => deed.run(() => editMemory(memory.id, { pinned: !memory.pinned }))}
            >
              <Pin size={16} />
            </ActionIcon>
            <Button size="compact-sm" variant="subtle" visibleFrom="sm" onClick={() => setEditing(true)}>
              Edit
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label="More">
                  <Ellipsis size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setEditing(true)}>Edit or move</Menu.Item>
                <Menu.Item onClick={onShow}>About this memory</Menu.Item>
                <Menu.Item c="var(--mantine-color-error)" onClick={() => deed.run(() => deleteMemories([memory]))}>
                  Delete
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        </Group>
      )}
      {deed.error !== undefined && <Trouble error={deed.error} />}
    </Box>
  )
}

/** Who told it: an app by its name, or the person. */
export function Source({ slug }: { slug: string | null }) {
  const { data: known } = useQuery(connections)
  if (slug === null) return 'told by you'
  return `told by ${known?.find(({ app }) => app.slug === slug)?.app.name ?? slug}`
}
