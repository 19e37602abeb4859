import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import CalendarSearch from 'lucide-react/icons/calendar-search'
import { perLocale } from '../../i18n/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { HUB } from '../../urls.ts'

const dateFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }))

/** Says that the list has nothing up to a day, and where to look instead. */
export function NothingBefore({ day }: { day: string }) {
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
