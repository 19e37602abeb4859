import { ActionIcon, Box, Button, Checkbox, Group, Menu, Text } from '@mantine/core'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pin from 'lucide-react/icons/pin'
import { useRef, useState } from 'react'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { TopicIcon } from '../../ui/topic-icon.tsx'
import { topicName } from '../../ui/topic-name.ts'
import utilities from '../../ui/utilities.module.css'
import { EditMemory } from './edit-memory.tsx'
import { deleteMemories, editMemory, type Memory } from './memory.ts'
import css from './memory-list.module.css'
import { Source } from './source.tsx'

const LABEL_CHARS = 60
// Longer memories are cut to 8 lines until “Show all” is pressed.
const SHORT_CHARS = 600
const SHORT_LINES = 8

interface MemoryCardProps {
  memory: Memory
  selected: boolean
  onSelect: (selected: boolean) => void
  onShow: () => void
}

/** One memory in the list: its content, scope and source, and the actions on it. */
export function MemoryCard({ memory, selected, onSelect, onShow }: MemoryCardProps) {
  const [editing, setEditing] = useState(false)
  const action = useAction()
  const card = useRef<HTMLElement>(null)
  const label = memory.content.slice(0, LABEL_CHARS)
  // The menu item unmounts with the focus, so the card takes it; the dialog returns it there.
  const show = () => {
    card.current?.focus()
    onShow()
  }
  // The fields unmount with the focus, so the card takes it.
  const close = () => {
    setEditing(false)
    card.current?.focus()
  }
  return (
    <Box component="article" ref={card} tabIndex={-1} className={css.row} aria-label={label}>
      {editing ? (
        <EditMemory memory={memory} onClose={close} />
      ) : (
        <Group align="flex-start" wrap="nowrap" gap="sm">
          <Checkbox
            mt={3}
            checked={selected}
            onChange={(event) => onSelect(event.currentTarget.checked)}
            aria-label={`Select: ${label}`}
          />
          <Box flex={1} miw={0}>
            <Content text={memory.content} />
            <Group gap="xs" mt={4}>
              <Text span size="xs" className={css.topic} title={memory.scope}>
                <TopicIcon topic={memory.scope} size={14} />
                {topicName(memory.scope)}
              </Text>
              <Text size="xs" c="dimmed">
                {memory.type} · added by <Source slug={memory.sourceApp} /> · <Timestamp at={memory.occurredAt} />
              </Text>
            </Group>
          </Box>
          <Group gap={4} wrap="nowrap" className={css.actions}>
            <ActionIcon
              size="lg"
              variant={memory.pinned ? 'light' : 'subtle'}
              color={memory.pinned ? 'pine' : 'gray'}
              aria-label="Pinned"
              aria-pressed={memory.pinned}
              loading={action.busy}
              onClick={() => action.run(() => editMemory(memory.id, { pinned: !memory.pinned }))}
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
                <Menu.Item c="var(--mantine-color-error)" onClick={() => action.run(() => deleteMemories([memory]))}>
                  Delete
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        </Group>
      )}
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </Box>
  )
}

/** The content of a memory; a long one is cut until the button below it is pressed. */
function Content({ text }: { text: string }) {
  const [expanded, setExpanded] = useState(false)
  const isLong = text.length > SHORT_CHARS || text.split('\n').length > SHORT_LINES
  return (
    <>
      <Text className={utilities.userText} dir="auto" lineClamp={isLong && !expanded ? SHORT_LINES : undefined}>
        {text}
      </Text>
      {isLong && (
        <Button
          size="compact-sm"
          variant="subtle"
          ms={-8}
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  )
}
