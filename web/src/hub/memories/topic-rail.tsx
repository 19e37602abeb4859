import { t } from '@lingui/core/macro'
import { topLevel } from '@memory-service/scopes'
import { Link } from '@tanstack/react-router'
import Layers from 'lucide-react/icons/layers'
import Pin from 'lucide-react/icons/pin'
import type { ReactNode } from 'react'
import type { MemoryFilters } from '../../api/queries.ts'
import { formatNumber } from '../../i18n/format.ts'
import { TopicIcon } from '../../ui/topic-icon.tsx'
import { subtopicName, topicName } from '../../ui/topic-name.ts'
import { HUB } from '../../urls.ts'
import css from './topic-rail.module.css'

interface UsedScope {
  scope: string
  count: number
}

interface TopicRailProps {
  /** None while they load. */
  scopes: readonly UsedScope[] | undefined
  filters: MemoryFilters
}

/** The topics with their numbers of memories: a rail beside the list, on a phone a row of chips above it. */
export function TopicRail({ scopes, filters }: TopicRailProps) {
  const { scope, pinned, ...others } = filters
  const isOpen = (top: string) => scope === `${top}.*` || scope === top || scope?.startsWith(`${top}.`)
  return (
    <nav aria-label={t`Topics`} className={css.rail}>
      <Item
        search={others}
        current={!scope && !pinned}
        icon={<Layers size={16} aria-hidden />}
        name={t`All`}
        count={scopes && countOf(scopes)}
      />
      <Item
        search={{ ...others, pinned: 'true' }}
        current={pinned === 'true'}
        icon={<Pin size={16} aria-hidden />}
        name={t`Pinned`}
      />
      {topicsOf(scopes ?? []).map(({ top, below }) => [
        <Item
          key={top}
          search={{ ...others, scope: `${top}.*` }}
          current={scope === `${top}.*`}
          icon={<TopicIcon topic={top} size={16} />}
          name={topicName(top)}
          count={countOf(below)}
        />,
        isOpen(top) &&
          below.length > 1 &&
          below.map((each) => (
            <Item
              key={each.scope}
              search={{ ...others, scope: each.scope }}
              current={scope === each.scope}
              name={subtopicName(each.scope) || t`other`}
              count={each.count}
            />
          )),
      ])}
    </nav>
  )
}

interface ItemProps {
  search: MemoryFilters
  current: boolean
  icon?: ReactNode
  name: string
  count?: number | undefined
}

function Item({ search, current, icon, name, count }: ItemProps) {
  return (
    <Link
      to={HUB.memories}
      search={search}
      replace
      resetScroll={false}
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={current ? 'true' : undefined}
      title={name}
      className={`${css.item} ${icon ? '' : css.below}`}
    >
      {icon}
      <span className={css.name}>{name}</span>
      {count !== undefined && <span className={css.count}>{formatNumber(count)}</span>}
    </Link>
  )
}

function countOf(scopes: readonly UsedScope[]): number {
  return scopes.reduce((sum, { count }) => sum + count, 0)
}

/** Scopes by their top level, those with the most memories first. */
function topicsOf(scopes: readonly UsedScope[]): { top: string; below: UsedScope[] }[] {
  const topics = new Map<string, UsedScope[]>()
  for (const each of scopes) {
    const top = topLevel(each.scope)
    topics.set(top, [...(topics.get(top) ?? []), each])
  }
  return [...topics]
    .map(([top, below]) => ({ top, below: below.toSorted((a, b) => a.scope.localeCompare(b.scope)) }))
    .sort((a, b) => countOf(b.below) - countOf(a.below))
}
