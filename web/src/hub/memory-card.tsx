import { ActionIcon, Badge, Box, Button, Checkbox, Group, Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pin from 'lucide-react/icons/pin'
import { useRef, useState } from 'react'
import { useDeed } from '../ui/deed.ts'
import { Trouble } from '../ui/trouble.tsx'
import { When } from '../ui/when.tsx'
import { EditMemory } from './edit-memory.tsx'
import { connections, deleteMemories, editMemory, type Memory } from './memory.ts'

const LABEL_CHARS = 60
// What is longer is cut to so many lines until it is asked for.
const SHORT_CHARS = 600
const SHORT_LINES = 8

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
  const card = useRef<HTMLElement>(null)
  const said = memory.content.slice(0, LABEL_CHARS)
  // The menu goes with the focus in it; what opens gives it back to the card.
  const show = () => {
    card.current?.focus()
    onShow()
  }
  // The fields go with the focus in them.
  const close = () => {
    setEditing(false)
    card.current?.focus()
  }
  return (
    <Box component="article" ref={card} tabIndex={-1} className="surface" p="md" aria-label={said}>
      {editing ? (
        <EditMemory memory={memory} onClose={close} />
      ) : (
        <Group align="flex-start" wrap="nowrap" gap="sm">
          <Checkbox
            mt={3}
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
            aria-label={`Select: ${said}`}
          />
          <Box flex={1} miw={0}>
            <Words text={memory.content} />
            <Group gap="xs" mt={6}>
              <Badge variant="light" color="gray" tt="none" size="sm" className="place">
                {memory.scope}
              </Badge>
              <Text size="xs" c="dimmed">
                {memory.type} · added by <Source slug={memory.sourceApp} /> · <When at={memory.occurredAt} />
              </Text>
            </Group>
          </Box>
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              size="lg"
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
                <ActionIcon size="lg" variant="subtle" color="gray" aria-label="More">
                  <Ellipsis size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setEditing(true)}>Edit or move</Menu.Item>
                <Menu.Item onClick={show}>About this memory</Menu.Item>
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

/** The words of a memory; of a long one the beginning, and the rest when it is asked for. */
function Words({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  const isLong = text.length > SHORT_CHARS || text.split('\n').length > SHORT_LINES
  return (
    <>
      <Text className="breaks memory-text" dir="auto" lineClamp={isLong && !whole ? SHORT_LINES : undefined}>
        {text}
      </Text>
      {isLong && (
        <Button size="compact-sm" variant="subtle" ms={-8} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  )
}

/** Who told it: an app by its name, or the person. */
export function Source({ slug }: { slug: string | null }) {
  const { data: known } = useQuery(connections)
  if (slug === null) return 'you'
  return known?.find(({ app }) => app.slug === slug)?.app.name ?? slug
}
