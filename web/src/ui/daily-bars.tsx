import { Trans } from '@lingui/react/macro'
import { perLocale } from '../i18n/format.ts'
import { ChartTable } from './chart-table.tsx'
import css from './daily-bars.module.css'

const WIDTH = 720
const HEIGHT = 120
const GAP = 2
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

/** A small bar chart by day, without a chart library. The last day is today. A table below it has the same numbers. */
export function DailyBars({ days, parts: names, label }: DailyBarsProps) {
  const busiest = Math.max(1, ...days.map(({ parts }) => sum(parts)))
  const step = WIDTH / days.length
  return (
    <figure className={css.bars}>
      <figcaption>
        {names.map((name, part) => (
          <span key={name} className={`${css.key} ${PART_CLASSES[part]}`}>
            {name}
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ date, parts }, day) => {
          let top = HEIGHT
          return parts.map((count, part) => {
            const height = (count / busiest) * (HEIGHT - 1)
            top -= height
            return (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a part, and parts never move.
                key={`${date} ${part}`}
                className={PART_CLASSES[part]}
                x={day * step + GAP / 2}
                y={top}
                width={step - GAP}
                height={height}
              >
                <title>{`${formatDate(date)}: ${names[part]} ${count}`}</title>
              </rect>
            )
          })
        })}
        <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      </svg>
      <div className={css.axis} aria-hidden="true">
        <span>{days[0] && formatDate(days[0].date)}</span>
        <span>
          <Trans>busiest day: {busiest}</Trans>
        </span>
        <span>
          <Trans>today, so far</Trans>
        </span>
      </div>
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

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
