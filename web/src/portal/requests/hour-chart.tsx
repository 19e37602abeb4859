import { Title } from '@mantine/core'
import { ChartTable } from '../../ui/chart-table.tsx'
import css from './hour-chart.module.css'

const WIDTH = 720
const HEIGHT = 110
// Of the width of a bar, so that the bars of a week keep a gap, too.
const GAP_SHARE = 0.2

const hourFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: 'numeric' })
const numberFormat = new Intl.NumberFormat()

/** A part of each bar; the parts are stacked in their order. */
interface Part {
  name: string
  look: 'good' | 'muted' | 'warning' | 'bad'
}

interface HourChartProps {
  title: string
  /** What a number counts, such as `ms`. */
  unit?: string
  parts: readonly Part[]
  /** One bar for each hour, oldest first: the height of each part, and the numbers of the table. */
  hours: readonly { hour: string; heights: readonly number[]; numbers: readonly (number | null)[] }[]
  /** The headings of the numbers. */
  columns: readonly string[]
}

/** A bar chart by hour, without a chart library, with a table of the same numbers. */
export function HourChart({ title, unit = '', parts, hours, columns }: HourChartProps) {
  const highest = Math.max(1, ...hours.map(({ heights }) => sum(heights)))
  const step = WIDTH / hours.length
  return (
    <figure className={css.chart}>
      <figcaption>
        <Title order={3} size="h6">
          {title}
        </Title>
        <div className={css.keys}>
          {parts.map(({ name, look }) => (
            <span key={name} className={`${css.key} ${css[look]}`}>
              {name}
            </span>
          ))}
        </div>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {hours.map(({ hour, heights }, at) => {
          let top = HEIGHT
          return heights.map((value, part) => {
            const height = (value / highest) * (HEIGHT - 1)
            top -= height
            const { name, look } = parts[part] as Part
            return (
              <rect
                key={`${hour} ${name}`}
                className={css[look]}
                x={at * step + (step * GAP_SHARE) / 2}
                y={top}
                width={step * (1 - GAP_SHARE)}
                height={height}
              >
                <title>{`${formatHour(hour)}: ${name} ${numberFormat.format(value)}${unit}`}</title>
              </rect>
            )
          })
        })}
        <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      </svg>
      <div className={css.axis} aria-hidden="true">
        <span>{hours[0] && formatHour(hours[0].hour)}</span>
        <span>{`highest: ${numberFormat.format(highest)}${unit}`}</span>
        <span>now</span>
      </div>
      <ChartTable
        caption={`${title} by hour`}
        heading="Hour"
        columns={columns}
        rows={hours.map(({ hour, numbers }) => ({ name: formatHour(hour), counts: numbers })).toReversed()}
      />
    </figure>
  )
}

function formatHour(hour: string): string {
  return hourFormat.format(new Date(hour))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
