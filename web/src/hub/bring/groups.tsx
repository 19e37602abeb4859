import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, NativeSelect, Stack, Text, Title } from '@mantine/core'
import type { EntryGroup } from '@memory-service/portability/survey'
import { topLevel } from '@memory-service/scopes'
import { type ReactNode, useId, useState } from 'react'
import { formatNumber } from '../../i18n/format.ts'
import { withMarks } from '../../ui/hidden-characters.ts'
import { topicName } from '../../ui/topic-name.ts'
import { amount } from './amounts.ts'
import css from './bring.module.css'
import type { Choices } from './choices.ts'
import type { Preview } from './protocol.ts'

const GROUPS_SHOWN = 30
const ENTRIES_SHOWN = 20

interface GroupsProps {
  title: string
  lead: string
  kind: EntryGroup['kind']
  preview: Preview
  choices: Choices
  /** The topics that can be chosen. */
  topics: readonly string[]
}

/** Entries of one kind by topic: each group can be moved to another topic or left out, and so can single entries. */
export function Groups({ title, lead, kind, preview, choices, topics }: GroupsProps) {
  const groups = preview.groups.filter((group) => group.kind === kind)
  const [shown, setShown] = useState(GROUPS_SHOWN)
  if (!groups.length) return null
  return (
    <Part title={title} lead={lead}>
      <ul className={css.groups}>
        {groups.slice(0, shown).map((group) => (
          <Group key={group.scope} group={group} choices={choices} topics={topics} />
        ))}
      </ul>
      <More total={groups.length} shown={shown} onMore={() => setShown(shown + GROUPS_SHOWN)} what={t`topics`} />
    </Part>
  )
}

function Group({ group, choices, topics }: { group: EntryGroup; choices: Choices } & Pick<GroupsProps, 'topics'>) {
  const topic = choices.topicOf(group)
  const found = topicName(group.scope)
  const count = t`${formatNumber(group.entries)} in ${found}`
  // A part of a topic stays one if its topic exists here.
  const options = [...new Set([...(topics.includes(topLevel(group.scope)) ? [group.scope] : []), ...topics])]
  return (
    <li className={css.group}>
      <div className={css.head}>
        <Checkbox
          label={count}
          checked={topic !== null}
          onChange={() => choices.setTopic(group, topic === null ? (options[0] ?? group.scope) : null)}
        />
        <NativeSelect
          aria-label={t`Topic for ${count}`}
          size="xs"
          disabled={topic === null}
          value={topic ?? group.scope}
          onChange={(event) => choices.setTopic(group, event.currentTarget.value)}
          data={options.map((value) => ({ value, label: topicName(value) }))}
        />
      </div>
      {topic !== null && (
        <Entries
          entries={group.listed.map(({ id, content }) => ({ id, label: withMarks(content) }))}
          total={group.entries}
          choices={choices}
        />
      )}
    </li>
  )
}

/** The chats, of which single ones can be left out. */
export function Chats({ preview, choices }: { preview: Preview; choices: Choices }) {
  const { chats, counts } = preview
  if (!chats.length) return null
  const entries = chats.slice(0, 1_000).map(({ id, title, first, messages }) => ({
    id,
    label: `${title ?? (first || t`Without a title`)} (${amount(messages, 'message')})`,
  }))
  return (
    <Part title={t`Chats`} lead={t`They are stored as chats that you can read and continue. No app can see them.`}>
      <div className={css.group}>
        <Checkbox
          label={t`${amount(counts.chats, 'chat')} with ${amount(counts.messages, 'message')}`}
          checked={!choices.withoutChats}
          onChange={() => choices.setWithoutChats(!choices.withoutChats)}
        />
        {!choices.withoutChats && <Entries entries={entries} total={chats.length} choices={choices} />}
      </div>
    </Part>
  )
}

function Part({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack component="section" gap="xs" aria-labelledby={id}>
      <div>
        <Title order={3} size="h5" id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {lead}
        </Text>
      </div>
      {children}
    </Stack>
  )
}

interface EntriesProps {
  entries: readonly { id: string; label: string }[]
  total: number
  choices: Choices
}

/** The first entries of a group, each with a checkbox; the first one is shown when the list is closed. */
function Entries({ entries, total, choices }: EntriesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [shown, setShown] = useState(ENTRIES_SHOWN)
  const out = entries.filter(({ id }) => !choices.has(id)).length
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <Text component="summary" size="sm" c="dimmed" dir="auto">
        {isOpen ? t`Choose single ones` : `${entries[0]?.label.slice(0, 120)}`}
        {out > 0 && ` · ${t`${formatNumber(out)} left out`}`}
      </Text>
      {isOpen && (
        <>
          <ul className={css.entries}>
            {entries.slice(0, shown).map(({ id, label }) => (
              <li key={id}>
                <Checkbox
                  size="sm"
                  label={<span dir="auto">{label}</span>}
                  checked={choices.has(id)}
                  onChange={() => choices.toggle(id)}
                />
              </li>
            ))}
          </ul>
          <More
            total={entries.length}
            shown={shown}
            onMore={() => setShown(shown + 5 * ENTRIES_SHOWN)}
            what={t`entries`}
          />
          {shown >= entries.length && total > entries.length && (
            <Text size="xs" c="dimmed">
              <Trans>
                The other {formatNumber(total - entries.length)} are not listed. They are imported with these.
              </Trans>
            </Text>
          )}
        </>
      )}
    </details>
  )
}

function More({ total, shown, onMore, what }: { total: number; shown: number; onMore: () => void; what: string }) {
  if (total <= shown) return null
  return (
    <div>
      <Button variant="subtle" size="compact-sm" onClick={onMore}>
        <Trans>
          Show more of {formatNumber(total)} {what}
        </Trans>
      </Button>
    </div>
  )
}
