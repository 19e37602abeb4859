import { BarChart } from '@mantine/charts'
import { Group, Text, Title } from '@mantine/core'
import { AsTable } from '../ui/as-table.tsx'

const HEIGHT_PX = 180
const AXIS_PX = 44
// Room for half a line of text: the highest number stands beside its line.
const TOP_PX = 8

// The day is not over yet, so its bar says less than the others.
const SO_FAR = ', so far'

const dayInWords = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const short = new Intl.NumberFormat(undefined, { notation: 'compact' })
const whole = new Intl.NumberFormat()

interface PlotProps<Name extends string> {
  title: string
  /** What stands beside the title: the sum, the limit. */
  note: string
  days: readonly ({ date: string } & Record<Name, number>)[]
  /** What is counted, one bar standing on the other. */
  series: readonly { name: Name; label: string; color: string }[]
}

/** Numbers by day as bars, and the same as a table; a line where there is nothing to draw. */
export function Plot<Name extends string>({ title, note, days, series }: PlotProps<Name>) {
  const today = new Date().toISOString().slice(0, 10)
  const rows = days.map((day) => {
    const inWords = dayInWords.format(new Date(day.date))
    return { ...day, day: day.date === today ? `${inWords}${SO_FAR}` : inWords }
  })
  const isEmpty = days.every((day) => series.every(({ name }) => !day[name]))
  return (
    <figure className="plot surface">
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
              valueFormatter={(value) => whole.format(value)}
              xAxisProps={{
                interval: 'equidistantPreserveStart',
                tickFormatter: (day: string) => day.replace(SO_FAR, ''),
              }}
              yAxisProps={{ width: AXIS_PX, allowDecimals: false, tickFormatter: (value) => short.format(value) }}
              barChartProps={{ accessibilityLayer: false, margin: { top: TOP_PX } }}
              barProps={{ isAnimationActive: false }}
            />
          </div>
          <AsTable
            caption={`${title} by day`}
            columns={series.map(({ label }) => label)}
            rows={rows.map((row) => ({ day: row.day, counts: series.map(({ name }) => row[name]) })).toReversed()}
          />
        </>
      )}
    </figure>
  )
}
