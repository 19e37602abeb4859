import { BarChart } from '@mantine/charts'
import { Group, Text, Title } from '@mantine/core'

const HEIGHT_PX = 180
const AXIS_PX = 44
// Room for half a line of text: the highest number stands beside its line.
const TOP_PX = 8

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

/** Numbers by day as bars. Those who cannot see them are given the same as a table. */
export function Plot<Name extends string>({ title, note, days, series }: PlotProps<Name>) {
  const rows = days.map((day) => ({ ...day, day: dayInWords.format(new Date(day.date)) }))
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
          xAxisProps={{ interval: 'equidistantPreserveStart' }}
          yAxisProps={{ width: AXIS_PX, allowDecimals: false, tickFormatter: (value) => short.format(value) }}
          barChartProps={{ accessibilityLayer: false, margin: { top: TOP_PX } }}
          barProps={{ isAnimationActive: false }}
        />
      </div>
      <div className="visually-hidden">
        <table>
          <caption>{title} by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.date}>
                <th scope="row">{row.day}</th>
                {series.map(({ name }) => (
                  <td key={name}>{whole.format(row[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
