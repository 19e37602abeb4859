import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import CalendarSearch from 'lucide-react/icons/calendar-search'
import Search from 'lucide-react/icons/search'
import type { MemoryFilters } from '../../api/queries.ts'
import { perLocale } from '../../i18n/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { HUB } from '../../urls.ts'

const dateFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }))

/** What a list says that its filters leave empty. */
export function NoMatch({ filters }: { filters: MemoryFilters }) {
  const { query, to } = filters
  // A jump to a date is no search that could have other words.
  if (to && Object.keys(filters).length === 1) return <NothingBefore day={to} />
  return (
    <EmptyState icon={Search} title={query ? t`No memory matches “${query}”` : t`No matches`}>
      <Trans>Try fewer or other words, or remove a filter.</Trans>
    </EmptyState>
  )
}

function NothingBefore({ day }: { day: string }) {
  const date = dateFormat().format(new Date(`${day}T00:00`))
  return (
    <EmptyState
      icon={CalendarSearch}
      title={t`Nothing was added before ${date}`}
      action={
        <Group gap="xs" justify="center">
          <ButtonLink to={HUB.memories} variant="default">
            <Trans>Clear the date</Trans>
          </ButtonLink>
          <ButtonLink to={HUB.overview} variant="default">
            <Trans>See what happened when</Trans>
          </ButtonLink>
        </Group>
      }
    >
      <Trans>The list is in the order in which memories were added. The overview has them by when they happened.</Trans>
    </EmptyState>
  )
}
