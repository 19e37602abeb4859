import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import type { ComponentType } from 'react'
import { connectionsQuery, memoriesQuery } from '../api/queries.ts'
import { signOut } from '../api/session.ts'
import { withMarks } from '../ui/hidden-characters.ts'
import type { NavItem } from '../ui/signed-in-layout.tsx'
import { topicName } from '../ui/topic-name.ts'
import { HUB } from '../urls.ts'
import { resultsOf } from './memories/results.ts'

/** The first letter is searched for at once, and letters that follow it sooner than this together. */
const SEARCH_DELAY_MS = 60
const MEMORIES_MAX = 5

/** A line of the palette, and what choosing it does. */
export interface Command {
  key: string
  label: string
  /** What it is, after the label. */
  kind?: string
  /** The topic of a memory, for its icon. */
  topic?: string
  /** The slug of an app, for its colour. */
  app?: string
  icon?: ComponentType<{ size?: number }>
  run: () => unknown
}

/** What fits the text: pages, actions and connected apps by name, a search, and the memories that answer it best. */
export function useCommands(nav: readonly NavItem[], text: string): Command[] {
  const navigate = useNavigate()
  const [query] = useDebouncedValue(text, SEARCH_DELAY_MS, { leading: true })
  const { data } = useInfiniteQuery({ ...memoriesQuery({ query }), enabled: query !== '' })
  const fixed = useFixedCommands(nav)
  const apps = useAppCommands()
  const fits = ({ label }: Command) => inCase(label).includes(inCase(text))
  // Without a text, the apps would make the list long.
  if (!text) return fixed
  const memories = query && data ? resultsOf(data.pages).fitting.slice(0, MEMORIES_MAX) : []
  return [
    ...[...fixed, ...apps].filter(fits),
    {
      key: 'search',
      label: t`Search your memories for “${text}”`,
      icon: Search,
      run: () => navigate({ to: HUB.memories, search: { query: text } }),
    },
    ...memories.map(({ id, content, scope }) => ({
      key: id,
      label: withMarks(content),
      kind: topicName(scope),
      topic: scope,
      run: () => navigate({ to: HUB.memories, search: { memory: id } }),
    })),
  ]
}

const inCase = (text: string) => text.toLocaleLowerCase(i18n.locale)

/** The pages and actions that are always there. */
function useFixedCommands(nav: readonly NavItem[]): Command[] {
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme() === 'dark'
  return [
    {
      key: 'add',
      label: t`Add a memory`,
      icon: Plus,
      run: () => navigate({ to: HUB.memories, search: { add: 'true' } }),
    },
    ...nav.map(({ to, label, icon }) => ({ key: to, label, icon, run: () => navigate({ to }) })),
    ...[
      { to: HUB.tidyUp, label: t`Tidy up` },
      { to: HUB.trash, label: t`Trash` },
      { to: HUB.bring, label: t`Import and export` },
      { to: HUB.signInSettings, label: t`Passkeys and second factors` },
    ].map(({ to, label }) => ({ key: to, label, run: () => navigate({ to }) })),
    { key: 'export', label: t`Export everything`, run: () => navigate({ to: HUB.settings, hash: 'data' }) },
    {
      key: 'colours',
      label: isDark ? t`Use the light colours` : t`Use the dark colours`,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    { key: 'sign-out', label: t`Sign out`, run: () => signOut('user') },
  ]
}

/** The pages of the connected apps. */
function useAppCommands(): Command[] {
  const navigate = useNavigate()
  const connections = useQuery(connectionsQuery).data ?? []
  return connections
    .filter(({ status }) => status === 'active')
    .map(({ id, app }) => ({
      key: id,
      label: app.name,
      kind: t`Connected app`,
      app: app.slug,
      run: () => navigate({ to: HUB.connection, params: { id } }),
    }))
}
