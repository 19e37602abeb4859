import { t } from '@lingui/core/macro'
import { Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { appColor } from '../ui/app-color.ts'
import { FOCUS_RETURNED_MS } from '../ui/dialog.tsx'
import type { NavItem } from '../ui/signed-in-layout.tsx'
import { TopicIcon } from '../ui/topic-icon.tsx'
import css from './commands.module.css'
import { type Command, useCommands } from './use-commands.ts'

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
    // The page that it shows takes the focus after the dialog has returned it.
    setTimeout(command.run, FOCUS_RETURNED_MS)
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
            key={command.key}
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
              {command.app && <span className={`${css.app} ${appColor(command.app)}`} />}
            </span>
            <Text span lineClamp={1}>
              {command.label}
            </Text>
            {command.kind && (
              <Text span size="xs" c="dimmed" className={css.kind}>
                {command.kind}
              </Text>
            )}
          </div>
        ))}
      </div>
    </>
  )
}
