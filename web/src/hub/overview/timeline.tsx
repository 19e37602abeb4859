import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { topLevel } from '@memory-service/scopes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Shape } from '../../api/client.ts'
import { monthQuery } from '../../api/hub/overview-queries.ts'
import { formatNumber, perLocale } from '../../i18n/format.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { withMarks } from '../../ui/hidden-characters.ts'
import { TopicIcon } from '../../ui/topic-icon.tsx'
import { topicName } from '../../ui/topic-name.ts'
import utilities from '../../ui/utilities.module.css'
import type { Memory } from '../memories/memory.ts'
import { monthName, yearName } from './month-names.ts'
import css from './timeline.module.css'
import colors from './topic-color.module.css'
import { topicStyle } from './topic-color.ts'

type Month = Shape<'TimelineMonth'>

/** From this importance on, a memory is a milestone. */
const MILESTONE_IMPORTANCE = 80

const dayFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }))
const endFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }))

interface TimelineProps {
  months: readonly Month[]
  onShow: (id: string) => void
}

/** The months in which something happened by year, each with its most important memories. */
export function Timeline({ months, onShow }: TimelineProps) {
  return (
    <div className={css.years}>
      {byYear(months).map(([year, months]) => (
        <section key={year} className={css.year} aria-labelledby={`year-${year}`}>
          <Title order={3} size="h2" id={`year-${year}`} className={css.yearName}>
            {yearName(months[0]?.month ?? year)}
          </Title>
          <div>
            {months.map((month) => (
              <MonthSection key={month.month} month={month} onShow={onShow} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function byYear(months: readonly Month[]): [string, Month[]][] {
  const years = new Map<string, Month[]>()
  for (const each of months) {
    const year = each.month.slice(0, -3)
    years.set(year, [...(years.get(year) ?? []), each])
  }
  return [...years]
}

function MonthSection({ month, onShow }: { month: Month; onShow: (id: string) => void }) {
  const [isWhole, setWhole] = useState(false)
  const whole = useQuery({ ...monthQuery(month.month), enabled: isWhole })
  const memories = whole.data ?? month.memories
  const rest = month.count - memories.length
  const more = formatNumber(rest)
  return (
    <section className={css.month} aria-label={monthName(month.month)}>
      <Title order={4} size="h6" className={css.monthName}>
        {monthName(month.month)}
      </Title>
      <ul className={css.entries}>
        {memories.map((memory) => (
          <li key={memory.id}>
            <Entry memory={memory} onShow={onShow} />
          </li>
        ))}
      </ul>
      {whole.error && <ErrorAlert error={whole.error} retry={whole.refetch} />}
      {rest > 0 && !whole.data && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={css.more}
          loading={whole.isFetching}
          onClick={() => setWhole(true)}
        >
          <Trans>Show {more} more</Trans>
        </Button>
      )}
      {rest > 0 && whole.data && (
        <Text size="xs" c="dimmed" className={css.rest}>
          <Trans>and {more} more</Trans>
        </Text>
      )}
    </section>
  )
}

function Entry({ memory, onShow }: { memory: Memory; onShow: (id: string) => void }) {
  const { id, content, scope, occurredAt, validUntil, importance } = memory
  const isOver = validUntil !== null && new Date(validUntil) <= new Date()
  const end = isOver && endFormat().format(new Date(validUntil))
  const isMilestone = importance >= MILESTONE_IMPORTANCE && !isOver
  return (
    <UnstyledButton
      className={`${css.entry} ${colors.topic}`}
      style={topicStyle(topLevel(scope))}
      onClick={() => onShow(id)}
      data-milestone={isMilestone || undefined}
    >
      <span className={css.mark}>
        <TopicIcon topic={scope} size={isMilestone ? 18 : 14} />
      </span>
      <Stack gap={2} component="span">
        <Text
          component="span"
          size={isMilestone ? 'lg' : 'sm'}
          fw={isMilestone ? 600 : undefined}
          c={isOver ? 'dimmed' : undefined}
          lh={1.35}
          lineClamp={4}
          className={utilities.breakWords}
          dir="auto"
        >
          {withMarks(content)}
        </Text>
        <Text component="span" size="xs" c="dimmed">
          <time dateTime={occurredAt}>{dayFormat().format(new Date(occurredAt))}</time>
          {' · '}
          {topicName(scope)}
          {end && ` · ${t`until ${end}`}`}
        </Text>
      </Stack>
    </UnstyledButton>
  )
}
