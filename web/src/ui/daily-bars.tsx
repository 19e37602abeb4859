import { Trans } from '@lingui/react/macro'
import { perLocale } from '../i18n/format.ts'
import { BarPlot } from './bar-plot.tsx'
import { ChartTable } from './chart-table.tsx'
import css from './daily-bars.module.css'

const PART_CLASSES = [css.part0, css.part1]

interface DailyBarsProps {
  /** One bar per day, oldest first; its parts are stacked in the order of `parts`. */
  days: readonly { date: string; parts: readonly number[] }[]
  /** What each part counts; at most two. */
  parts: readonly string[]
  /** The caption of the table, for screen readers. */
  label: string
}

const dateFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))

/** A small bar chart by day. The last day is today. A table below it has the same numbers. */
export function DailyBars({ days, parts: names, label }: DailyBarsProps) {
  return (
    <figure className={css.bars}>
      <BarPlot
        parts={names.map((name, part) => ({ name, className: PART_CLASSES[part] }))}
        bars={days.map(({ date, parts }) => ({ name: formatDate(date), heights: parts }))}
        last={<Trans>today, so far</Trans>}
      />
      <ChartTable
        caption={label}
        columns={names}
        rows={days.map(({ date, parts }) => ({ name: formatDate(date), counts: parts })).toReversed()}
      />
    </figure>
  )
}

function formatDate(date: string): string {
  return dateFormat().format(new Date(date))
}
