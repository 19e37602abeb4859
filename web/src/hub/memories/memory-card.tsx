import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Box, Button, Checkbox, Group, Menu, Text } from '@mantine/core'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pin from 'lucide-react/icons/pin'
import { type MouseEvent, memo, type ReactNode, useRef, useState } from 'react'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import { highlight } from './highlight.ts'
import { deleteMemories, editMemory, type Memory } from './memory.ts'
import css from './memory-list.module.css'
import { MemoryOrigin } from './memory-origin.tsx'
import { Pieces } from './pieces.tsx'

const LABEL_CHARS = 60
// Longer memories are cut to 8 lines until “Show all” is pressed.
const SHORT_CHARS = 600
const SHORT_LINES = 8

const EditMemory = onDemand(async () => (await import('./edit-memory.tsx')).EditMemory)

interface MemoryCardProps {
  memory: Memory
  /** The search whose words are marked in the content. */
  query: string | undefined
  /** The app that wrote it; `undefined` if the user did. A query in each of thousands of rows would be slow. */
  sourceName: string | undefined
  selected: boolean
  onSelect: (memory: Memory, selected: boolean) => void
  onShow: (id: string) => void
}

/** One memory in the list: its content, topic and source, and the actions on it. Lists have thousands of them. */
export const MemoryCard = memo(function MemoryCard({
  memory,
  query,
  sourceName,
  selected,
  onSelect,
  onShow,
}: MemoryCardProps) {
  const [editing, setEditing] = useState(false)
  const action = useAction()
  const card = useRef<HTMLElement>(null)
  const label = memory.content.slice(0, LABEL_CHARS)
  // The menu item unmounts with the focus, so the card takes it; the dialog returns it there.
  const show = () => {
    card.current?.focus()
    onShow(memory.id)
  }
  // The button unmounts with the focus, and the form may still have to be loaded.
  const edit = () => {
    card.current?.focus()
    setEditing(true)
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
            className={css.select}
            checked={selected}
            onChange={(event) => onSelect(memory, event.currentTarget.checked)}
            aria-label={t`Select: ${label}`}
          />
          <Box flex={1} miw={0}>
            <Content memory={memory} query={query} onShow={onShow} />
            <MemoryOrigin memory={memory} sourceName={sourceName} />
          </Box>
          <Group gap={4} wrap="nowrap" className={css.actions}>
            <ActionIcon
              size="lg"
              variant={memory.pinned ? 'light' : 'subtle'}
              color={memory.pinned ? 'pine' : 'gray'}
              aria-label={t`Pinned`}
              aria-pressed={memory.pinned}
              loading={action.busy}
              onClick={() => action.run(() => editMemory(memory.id, { pinned: !memory.pinned }))}
            >
              <Pin size={16} />
            </ActionIcon>
            <Button size="compact-sm" variant="subtle" visibleFrom="sm" onClick={edit}>
              <Trans>Edit</Trans>
            </Button>
            <RowMenu>
              <Menu.Item onClick={edit}>
                <Trans>Edit or move</Trans>
              </Menu.Item>
              <Menu.Item onClick={show}>
                <Trans>About this memory</Trans>
              </Menu.Item>
              <Menu.Item c="var(--mantine-color-error)" onClick={() => action.run(() => deleteMemories([memory]))}>
                <Trans>Delete</Trans>
              </Menu.Item>
            </RowMenu>
          </Group>
        </Group>
      )}
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </Box>
  )
})

/** A button whose menu is created when it is pressed first, since a menu costs more than the rest of a row. */
function RowMenu({ children }: { children: ReactNode }) {
  const [used, setUsed] = useState(false)
  const button = (props: { onClick?: () => void }) => (
    <ActionIcon size="lg" variant="subtle" color="gray" aria-label={t`More`} aria-haspopup="menu" {...props}>
      <Ellipsis size={16} />
    </ActionIcon>
  )
  if (!used) return button({ onClick: () => setUsed(true) })
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>{button({})}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

type ContentProps = Pick<MemoryCardProps, 'memory' | 'query' | 'onShow'>

/**
 * The content of a memory, which leads to its details; a long one is cut until the button below it is pressed. A link of the
 * router would follow the address in each of thousands of rows.
 */
function Content({ memory: { id, content: text }, query, onShow }: ContentProps) {
  const [expanded, setExpanded] = useState(false)
  const isLong = text.length > SHORT_CHARS || text.split('\n').length > SHORT_LINES
  const show = (event: MouseEvent) => {
    // With these keys, the browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onShow(id)
  }
  return (
    <>
      <Text className={utilities.userText} dir="auto" lineClamp={isLong && !expanded ? SHORT_LINES : undefined}>
        <a href={`${HUB.memories}?memory=${id}`} onClick={show} className={css.content}>
          {query ? <Pieces pieces={highlight(text, query)} /> : text}
        </a>
      </Text>
      {isLong && (
        <Button
          size="compact-sm"
          variant="subtle"
          ms={-8}
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? t`Show less` : t`Show all`}
        </Button>
      )}
    </>
  )
}
