import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Text, TextInput, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { type ComponentType, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { memoriesQuery } from '../api/queries.ts'
import { withMarks } from '../ui/hidden-characters.ts'
import type { NavItem } from '../ui/signed-in-layout.tsx'
import { TopicIcon } from '../ui/topic-icon.tsx'
import { HUB } from '../urls.ts'
import css from './commands.module.css'
import { isMatch } from './memories/results.ts'

const DEBOUNCE_MS = 100
const MEMORIES_MAX = 5
const QUERY_CHARS_MAX = 100

interface Command {
  label: string
  /** The topic of a memory, for its icon. */
  topic?: string
  icon?: ComponentType<{ size?: number }>
  run: () => unknown
}

/** The field and the list of search and commands. */
export function Palette({ nav, onClose }: { nav: readonly NavItem[]; onClose: () => void }) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // The dialog is open before this has been loaded.
  useEffect(() => field.current?.focus(), [])
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
        ref={field}
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
      label: withMarks(content),
      topic: scope,
      run: () => search(content.slice(0, QUERY_CHARS_MAX)),
    })),
  ]
}
