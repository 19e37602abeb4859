import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Box, Button, Checkbox, Group, Text } from '@mantine/core'
import Pin from 'lucide-react/icons/pin'
import { memo, type MouseEvent as ReactMouseEvent, useRef, useState } from 'react'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { isFocusLost } from '../../ui/focus.ts'
import { withMarks } from '../../ui/hidden-characters.ts'
import { onDemand, preload } from '../../ui/on-demand.tsx'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import { highlight } from './highlight.ts'
import { deleteMemories, editMemory, type Memory } from './memory.ts'
import css from './memory-list.module.css'
import { MemoryOrigin } from './memory-origin.tsx'
import { Pieces } from './pieces.tsx'
import type { RowMenuProps } from './row-menu.tsx'
import { RowMenuButton } from './row-menu-button.tsx'
import type { SelectRow } from './use-list.ts'

const LABEL_CHARS = 60
// Longer memories are cut to 8 lines until “Show all” is pressed.
const SHORT_CHARS = 600
const SHORT_LINES = 8

const EditMemory = onDemand(async () => (await import('./edit-memory.tsx')).EditMemory)
const loadRowMenu = async () => (await import('./row-menu.tsx')).RowMenu
const RowMenu = onDemand(loadRowMenu, () => <RowMenuButton loading />)

interface MemoryCardProps {
  memory: Memory
  /** The search whose words are marked in the content. */
  query: string | undefined
  /** The app that wrote it; `undefined` if the user did. A query in each of thousands of rows would be slow. */
  sourceName: string | undefined
  selected: boolean
  onSelect: SelectRow
  editing: boolean
  onEdit: (id: string, isEdited: boolean) => void
  /** Whether its details are beside the list. */
  current: boolean
  onShow: (id: string) => void
  /** Its position in its group, from 1, and their number if it is known. */
  position: number
  of: number | undefined
}

/** One memory in the list: its content, topic and source, and the actions on it. */
export const MemoryCard = memo(function MemoryCard({
  memory,
  query,
  sourceName,
  selected,
  onSelect,
  editing,
  onEdit,
  current,
  onShow,
  position,
  of = -1,
}: MemoryCardProps) {
  const action = useAction()
  const card = useRef<HTMLElement>(null)
  const label = withMarks(memory.content).slice(0, LABEL_CHARS)
  // The menu item unmounts with the focus, so the card takes it; the dialog returns it there.
  const show = () => {
    card.current?.focus()
    onShow(memory.id)
  }
  // The button unmounts with the focus, and the form may still have to be loaded.
  const edit = () => {
    card.current?.focus()
    onEdit(memory.id, true)
  }
  // The fields unmount with the focus, so the card takes it, unless the user is elsewhere by the time they are saved.
  const togglePin = () => action.run(() => editMemory(memory.id, { pinned: !memory.pinned }))
  const close = () => {
    onEdit(memory.id, false)
    if (isFocusLost() || card.current?.contains(document.activeElement)) card.current?.focus()
  }
  return (
    <Box
      component="article"
      ref={card}
      tabIndex={-1}
      className={css.row}
      data-memory={memory.id}
      aria-label={label}
      aria-posinset={position}
      aria-setsize={of}
      aria-current={current || undefined}
    >
      {editing ? (
        <EditMemory memory={memory} onClose={close} />
      ) : (
        <Group align="flex-start" wrap="nowrap" gap="sm">
          <Checkbox
            mt={3}
            className={css.select}
            checked={selected}
            onChange={({ currentTarget, nativeEvent }) =>
              // The browser changes a checkbox by a click, also by keyboard.
              onSelect(memory, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey)
            }
            aria-label={t`Select: ${label}`}
          />
          <Box flex={1} miw={0}>
            <Content memory={memory} query={query} onShow={onShow} />
            <MemoryOrigin memory={memory} sourceName={sourceName} />
          </Box>
          <Group gap={4} wrap="nowrap" className={css.actions}>
            <ActionIcon
              size="lg"
              className={css.pin}
              variant={memory.pinned ? 'light' : 'subtle'}
              color={memory.pinned ? 'pine' : 'gray'}
              aria-label={t`Pin`}
              aria-pressed={memory.pinned}
              loading={action.busy}
              onClick={togglePin}
            >
              <Pin size={16} />
            </ActionIcon>
            <Button size="compact-sm" variant="subtle" visibleFrom="sm" onClick={edit}>
              <Trans>Edit</Trans>
            </Button>
            <LazyMenu
              isPinned={memory.pinned}
              isBusy={action.busy}
              onPin={togglePin}
              onEdit={edit}
              onShow={show}
              onDelete={() => action.run(() => deleteMemories([memory]))}
            />
          </Group>
        </Group>
      )}
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </Box>
  )
})

/** A button whose menu is loaded and created when it is first pressed, since a menu costs more than the rest of a row. */
function LazyMenu(props: RowMenuProps) {
  const [used, setUsed] = useState(false)
  if (used) return <RowMenu {...props} />
  return <RowMenuButton onClick={() => setUsed(true)} onPointerEnter={preload(loadRowMenu)} />
}

type ContentProps = Pick<MemoryCardProps, 'memory' | 'query' | 'onShow'>

/**
 * The content of a memory, which leads to its details; a long one is cut until the button below it is pressed. A link of the
 * router would follow the address in each of thousands of rows.
 */
function Content({ memory: { id, content }, query, onShow }: ContentProps) {
  const text = withMarks(content)
  const [expanded, setExpanded] = useState(false)
  const isLong = text.length > SHORT_CHARS || text.split('\n').length > SHORT_LINES
  const show = (event: ReactMouseEvent) => {
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
