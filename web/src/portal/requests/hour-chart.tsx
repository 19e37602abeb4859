import { Title } from '@mantine/core'
import { BarPlot } from '../../ui/bar-plot.tsx'
import { ChartTable } from '../../ui/chart-table.tsx'
import css from './hour-chart.module.css'

const hourFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: 'numeric' })

/** A part of each bar; the parts are stacked in their order. */
interface Part {
  name: string
  look: 'good' | 'strong' | 'muted' | 'warning' | 'bad'
}

interface HourChartProps {
  title: string
  /** What follows a number, such as ` ms`. */
  unit?: string
  parts: readonly Part[]
  /** One bar for each hour, oldest first: the height of each part, and the numbers of the table. */
  hours: readonly { hour: string; heights: readonly number[]; numbers: readonly (number | null)[] }[]
  /** The headings of the numbers. */
  columns: readonly string[]
}

/** A bar chart by hour with a table of the same numbers. */
export function HourChart({ title, unit, parts, hours, columns }: HourChartProps) {
  return (
    <figure className={css.chart}>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      <BarPlot
        parts={parts.map(({ name, look }) => ({ name, className: css[look] }))}
        bars={hours.map(({ hour, heights }) => ({ name: formatHour(hour), heights }))}
        unit={unit}
        last="now"
      />
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
