import { SimpleGrid, Text } from '@mantine/core'
import type { Shape } from '../../api/client.ts'
import { HourChart } from './hour-chart.tsx'
import css from './requests.module.css'

type Summary = Shape<'RequestSummary'>

const numberFormat = new Intl.NumberFormat()
const shareFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

/** The totals of the period, and charts of errors and latency over time. */
export function RequestCharts({ summary: { totals, hours } }: { summary: Summary }) {
  const failed = totals.client_errors + totals.server_errors
  const share = totals.requests ? shareFormat.format(failed / totals.requests) : '–'
  return (
    <>
      <dl className={css.totals}>
        <Total name="Requests" value={numberFormat.format(totals.requests)} />
        <Total name="Refused or failed" value={numberFormat.format(failed)} note={share} />
        <Total name="Median latency" value={latency(totals.p50_ms)} />
        <Total name="95% are faster than" value={latency(totals.p95_ms)} />
      </dl>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <HourChart
          title="Requests"
          parts={[
            { name: 'succeeded', look: 'good' },
            { name: 'refused (4xx)', look: 'warning' },
            { name: 'failed (5xx)', look: 'bad' },
          ]}
          columns={['Requests', '4xx', '5xx']}
          hours={hours.map(({ hour, requests, client_errors, server_errors }) => ({
            hour,
            heights: [requests - client_errors - server_errors, client_errors, server_errors],
            numbers: [requests, client_errors, server_errors],
          }))}
        />
        <HourChart
          title="Latency"
          unit=" ms"
          parts={[
            { name: 'median', look: 'strong' },
            { name: '95% are faster than this', look: 'muted' },
          ]}
          columns={['Median, ms', '95% faster than, ms']}
          hours={hours.map(({ hour, p50_ms, p95_ms }) => ({
            hour,
            heights: [p50_ms ?? 0, (p95_ms ?? 0) - (p50_ms ?? 0)],
            numbers: [p50_ms, p95_ms],
          }))}
        />
      </SimpleGrid>
    </>
  )
}

function Total({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {note && (
          <Text span size="sm" c="dimmed" fw={400}>
            {' '}
            {note}
          </Text>
        )}
      </dd>
    </div>
  )
}

function latency(ms: number | null): string {
  return ms === null ? '–' : `${numberFormat.format(ms)} ms`
}
