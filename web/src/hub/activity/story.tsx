import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'
import CircleUser from 'lucide-react/icons/circle-user'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { type ReactNode, useState } from 'react'
import { perLocale } from '../../i18n/format.ts'
import { memoriesIn, messagesIn } from '../../ui/counts.ts'
import { Initials } from '../../ui/initials.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { TopicIcon } from '../../ui/topic-icon.tsx'
import { topicName } from '../../ui/topic-name.ts'
import { EntryMemories, hasMemories } from './entry-memories.tsx'
import { ACTION_LABELS, ACTIONS_WITHOUT_COUNT, APP_ACTION_LABELS, type Entry } from './labels.ts'
import { countIn, daysOf, LOOK_UPS, localDate, type Run } from './runs.ts'
import css from './story.module.css'

const MARK_SIZE = 32
const DAY_MS = 24 * 60 * 60_000

/** The apps that entries name. */
export interface Names {
  bySlug: ReadonlyMap<string, string>
  icons: ReadonlyMap<string, string | null>
  byConnection: ReadonlyMap<string, { slug: string; name: string }>
}

interface EntryProps {
  entry: Entry
  names: Names
}

/** The activity by day: each line is a run of entries, and opens to them. */
export function Story({ entries, names }: { entries: readonly Entry[]; names: Names }) {
  return daysOf(entries, ({ target, action }) => (action in APP_ACTION_LABELS ? (target ?? '') : '')).map(
    ({ date, runs }) => (
      <section key={date} aria-label={dayName(date)}>
        <Title order={2} size="h4">
          {dayName(date)}
        </Title>
        <ul className={css.runs}>
          {runs.map((run) => (
            <RunLine key={run.entries[0].id} run={run} names={names} />
          ))}
        </ul>
      </section>
    ),
  )
}

function RunLine({ run, names }: { run: Run; names: Names }) {
  const { entries } = run
  const [newest] = entries
  const topics = [...new Set(entries.flatMap(topicsOf).map(topLevel))]
  const label = (
    <>
      <Mark entry={newest} names={names} />
      <span className={css.text}>
        <Trans>
          <b>{actorOf(newest, names)}</b> {whatOf(run, names)}
        </Trans>
        <Facts entries={entries} scopes={topics} />
      </span>
      <Text span size="xs" c="dimmed" className={css.time}>
        <Timestamp at={newest.at} as="time" />
      </Text>
    </>
  )
  if (entries.length > 1)
    return (
      <li>
        <details>
          <summary className={css.line}>{label}</summary>
          <ul className={css.entries}>
            {entries.map((entry) => (
              <EntryLine key={entry.id} entry={entry} names={names} />
            ))}
          </ul>
        </details>
      </li>
    )
  if (!hasMemories(newest))
    return (
      <li>
        <div className={css.line}>{label}</div>
      </li>
    )
  return (
    <li>
      <Opening className={css.line} summary={label}>
        <div className={css.entries}>
          <EntryMemories entry={newest} />
        </div>
      </Opening>
    </li>
  )
}

/** One entry of a run, which opens to its memories. */
function EntryLine({ entry, names }: EntryProps) {
  const label = (
    <>
      <Text span size="xs" c="dimmed" className={css.entryTime}>
        <Timestamp at={entry.at} as="time" />
      </Text>
      <span>
        {labelOf(entry, names)}
        <Facts entries={[entry]} scopes={[...new Set(topicsOf(entry).map(topLevel))]} />
      </span>
    </>
  )
  if (!hasMemories(entry)) return <li className={css.entry}>{label}</li>
  return (
    <li>
      <Opening className={css.entry} summary={label}>
        <div className={css.given}>
          <EntryMemories entry={entry} />
        </div>
      </Opening>
    </li>
  )
}

/** Details that are rendered, and what they show loaded, when they are first opened. */
function Opening(props: { className: string | undefined; summary: ReactNode; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details onToggle={() => setWasOpened(true)}>
      <summary className={props.className}>{props.summary}</summary>
      {wasOpened && props.children}
    </details>
  )
}

/** The part of a scope that has an icon: a line names no subtopics, which its memories do. */
const topLevel = (scope: string) => scope.split('.')[0] ?? scope

const topicsOf = ({ scope }: Entry): string[] => scope?.split(' ').filter(Boolean) ?? []

function Mark({ entry, names }: EntryProps) {
  const app = appOf(entry, names)
  if (app) return <Initials name={app.name} slug={app.slug} icon={names.icons.get(app.slug)} size={MARK_SIZE} />
  return (
    <span className={css.mark} aria-hidden>
      {entry.actor === 'user' ? <CircleUser size={18} /> : <ShieldCheck size={18} />}
    </span>
  )
}

/** How many memories or messages a line of entries is about, in words. */
function countedIn(entries: readonly Entry[]): string | undefined {
  const { count, isLargest } = countIn(entries)
  const isLookUp = entries.some(({ action }) => LOOK_UPS.has(action))
  if (entries.every(({ action }) => ACTIONS_WITHOUT_COUNT.has(action)) || (!count && !isLookUp)) return undefined
  const counted = entries[0]?.action.startsWith('turns.') ? messagesIn(count) : memoriesIn(count)
  return count === 0 ? t`nothing found` : isLargest ? t`up to ${counted} each` : counted
}

/** The line below an entry: how many memories it is about, and their topics. */
function Facts({ entries, scopes }: { entries: readonly Entry[]; scopes: readonly string[] }) {
  const counted = countedIn(entries)
  if (!counted && !scopes.length) return null
  return (
    <span className={css.facts}>
      {' '}
      {counted && <span>{counted}</span>}
      {scopes.map((scope) => (
        <span key={scope} title={scope}>
          <TopicIcon topic={scope} size={13} />
          {scope === '*' ? t`Everything` : topicName(scope.replace(/\.\*$/, ''))}
        </span>
      ))}
    </span>
  )
}

/** The app that acted, also through a connector, which acts in the name of the user. */
function appOf({ actor, app, action }: Entry, { bySlug }: Names): { slug: string; name: string } | undefined {
  if (!app || actor === 'service' || actor === 'operator' || actor === 'developer') return undefined
  if (actor !== 'app' && action in APP_ACTION_LABELS) return undefined
  return { slug: app, name: bySlug.get(app) ?? app }
}

function actorOf(entry: Entry, names: Names): string {
  const { actor, app } = entry
  if (actor === 'service') return t`This service`
  if (actor === 'operator') return t`The operator of this service`
  if (actor === 'developer') {
    if (!app) return t`The makers of an app`
    const name = names.bySlug.get(app) ?? app
    return t`The makers of ${name}`
  }
  return appOf(entry, names)?.name ?? t`You`
}

function whatOf({ what, entries }: Run, names: Names): string {
  const label = labelOf(entries[0], names)
  const count = entries.length
  if (count === 1) return label
  return what === 'look-up'
    ? plural(count, { other: 'looked things up # times' })
    : plural(count, { other: `${label} # times` })
}

function labelOf({ action, target, app: slug }: Entry, { bySlug, byConnection }: Names): string {
  const app = (target === null ? undefined : byConnection.get(target)?.name) ?? (slug && (bySlug.get(slug) ?? slug))
  return (app && APP_ACTION_LABELS[action]?.(app)) ?? (ACTION_LABELS[action] ? i18n._(ACTION_LABELS[action]) : action)
}

const dayFormat = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }),
)
const dayOfYearFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full' }))
const relativeFormat = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

/** “Today” and “Yesterday” with the date, and the year where it is not this one. */
function dayName(date: string): string {
  const noon = new Date(`${date}T12:00:00`)
  const now = new Date()
  const name = (noon.getFullYear() === now.getFullYear() ? dayFormat : dayOfYearFormat)().format(noon)
  const daysAgo = [0, 1].find((days) => date === localDate(new Date(now.getTime() - days * DAY_MS)))
  if (daysAgo === undefined) return name
  const relative = relativeFormat().format(-daysAgo, 'day')
  const day = relative.charAt(0).toUpperCase() + relative.slice(1)
  return t`${day}, ${name}`
}
