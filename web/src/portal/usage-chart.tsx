import { BarChart } from '@mantine/charts'
import { Group, Text, Title } from '@mantine/core'
import { ChartTable } from '../ui/chart-table.tsx'
import css from './usage-chart.module.css'

const HEIGHT_PX = 180
const AXIS_PX = 44
// Between two dates of the axis, so that they do not read as one.
const TICK_GAP_PX = 24
// Half a line of text: the label of the highest tick is centred on its line.
const TOP_PX = 8

// Added to the label of today, whose numbers are incomplete.
const SO_FAR = ', so far'

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const compactFormat = new Intl.NumberFormat(undefined, { notation: 'compact' })
const numberFormat = new Intl.NumberFormat()

interface UsageChartProps<Name extends string> {
  title: string
  /** Shown beside the title, such as the total. */
  note: string
  days: readonly ({ date: string } & Record<Name, number>)[]
  /** The stacked parts of each bar. */
  series: readonly { name: Name; label: string; color: string }[]
}

/** A bar chart by day with a table of the same numbers; without numbers, a sentence. */
export function UsageChart<Name extends string>({ title, note, days, series }: UsageChartProps<Name>) {
  const today = new Date().toISOString().slice(0, 10)
  const rows = days.map((day) => {
    const label = dayFormat.format(new Date(day.date))
    return { ...day, day: day.date === today ? `${label}${SO_FAR}` : label }
  })
  const isEmpty = days.every((day) => series.every(({ name }) => !day[name]))
  return (
    <figure className={css.chart}>
      <Group component="figcaption" justify="space-between" mb="sm" gap={4}>
        <Title order={3} size="h6">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      </Group>
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          None in these days.
        </Text>
      ) : (
        <>
          <div aria-hidden="true">
            <BarChart
              h={HEIGHT_PX}
              data={rows}
              dataKey="day"
              type="stacked"
              series={series.map((one) => ({ ...one }))}
              withLegend={series.length > 1}
              legendProps={{ verticalAlign: 'bottom' }}
              tickLine="none"
              gridColor="var(--line)"
              strokeDasharray="0"
              valueFormatter={(value) => numberFormat.format(value)}
              xAxisProps={{
                interval: 'equidistantPreserveStart',
                minTickGap: TICK_GAP_PX,
                tickFormatter: (day: string) => day.replace(SO_FAR, ''),
              }}
              yAxisProps={{
                width: AXIS_PX,
                allowDecimals: false,
                // As in the other charts; more labels than have room would be left out unevenly.
                tickCount: 3,
                tickFormatter: (value) => compactFormat.format(value),
              }}
              barChartProps={{ accessibilityLayer: false, margin: { top: TOP_PX } }}
              barProps={{ isAnimationActive: false }}
            />
          </div>
          <ChartTable
            caption={`${title} by day`}
            columns={series.map(({ label }) => label)}
            rows={rows.map((row) => ({ name: row.day, counts: series.map(({ name }) => row[name]) })).toReversed()}
          />
        </>
      )}
    </figure>
  )
}
