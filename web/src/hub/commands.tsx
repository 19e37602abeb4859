import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Kbd, Text, TextInput, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { type ComponentType, type KeyboardEvent, useId, useState } from 'react'
import { memoriesQuery } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { NavItem } from '../ui/signed-in-layout.tsx'
import { TopicIcon } from '../ui/topic-icon.tsx'
import { HUB } from '../urls.ts'
import css from './commands.module.css'
import { isMatch } from './memories/memory.ts'

const DEBOUNCE_MS = 100
const MEMORIES_MAX = 5
const QUERY_CHARS_MAX = 100
const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent)

interface Command {
  label: string
  /** The topic of a memory, for its icon. */
  topic?: string
  icon?: ComponentType<{ size?: number }>
  run: () => unknown
}

/** Search and commands: a button in the header, opened too by `/` and by Ctrl or ⌘ with K. */
export function Commands({ nav }: { nav: readonly NavItem[] }) {
  const [opened, setOpened] = useState(false)
  const open = () => setOpened(true)
  const close = () => setOpened(false)
  useHotkeys([['/', open]])
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        c="dimmed"
        fw={400}
        visibleFrom="sm"
        leftSection={<Search size={15} aria-hidden />}
        rightSection={<Kbd size="xs">{IS_APPLE ? '⌘' : t`Ctrl`} K</Kbd>}
        onClick={open}
      >
        <Trans>Search</Trans>
      </Button>
      <ActionIcon variant="subtle" size="lg" hiddenFrom="sm" aria-label={t`Search`} onClick={open}>
        <Search size={20} />
      </ActionIcon>
      <Dialog opened={opened} onClose={close} title={t`Search and commands`} centered={false} yOffset="12vh">
        <Palette nav={nav} onClose={close} />
      </Dialog>
    </>
  )
}

function Palette({ nav, onClose }: { nav: readonly NavItem[]; onClose: () => void }) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const commands = useCommands(nav, text.trim())
  const choose = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((active + step + commands.length) % Math.max(commands.length, 1))
    else if (event.key === 'Enter') choose(commands[active])
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        aria-label={t`Search or command`}
        placeholder={t`Search your memories, or go to a page`}
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={commands[active] && `${id}-${active}`}
        aria-autocomplete="list"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={t`Results`} className={css.list}>
        {commands.map((command, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
          <div
            key={`${command.topic} ${command.label}`}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            className={css.option}
            onClick={() => choose(command)}
            onMouseMove={() => setActive(at)}
          >
            <span className={css.icon} aria-hidden>
              {command.topic && <TopicIcon topic={command.topic} size={16} />}
              {command.icon && <command.icon size={16} />}
            </span>
            <Text span lineClamp={1}>
              {command.label}
            </Text>
          </div>
        ))}
      </div>
    </>
  )
}

/** What fits the text: a search, the best memories, pages and actions. */
function useCommands(nav: readonly NavItem[], text: string): Command[] {
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const [query] = useDebouncedValue(text, DEBOUNCE_MS)
  const { data } = useInfiniteQuery({ ...memoriesQuery({ query }), enabled: query !== '' })
  const memories = query && text ? (data?.pages[0]?.memories.filter(isMatch).slice(0, MEMORIES_MAX) ?? []) : []
  const isDark = useComputedColorScheme() === 'dark'
  const fixed: Command[] = [
    ...nav.map(({ to, label, icon }) => ({ label, icon, run: () => navigate({ to }) })),
    { label: t`Tidy up`, run: () => navigate({ to: HUB.tidyUp }) },
    { label: t`Trash`, run: () => navigate({ to: HUB.trash }) },
    { label: t`Import and export`, run: () => navigate({ to: HUB.bring }) },
    { label: t`Passkeys and second factors`, run: () => navigate({ to: HUB.signInSettings }) },
    {
      label: isDark ? t`Use the light colours` : t`Use the dark colours`,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
  ]
  const fitting = fixed.filter(({ label }) =>
    label.toLocaleLowerCase(i18n.locale).includes(text.toLocaleLowerCase(i18n.locale)),
  )
  if (!text) return fitting
  const search = (query: string) => navigate({ to: HUB.memories, search: { query } })
  return [
    ...fitting,
    { label: t`Search your memories for “${text}”`, icon: Search, run: () => search(text) },
    ...memories.map(({ content, scope }) => ({
      label: content,
      topic: scope,
      run: () => search(content.slice(0, QUERY_CHARS_MAX)),
    })),
  ]
}
