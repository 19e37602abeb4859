import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Table } from '@mantine/core'
import { formatNumber } from '../i18n/format.ts'
import css from './chart-table.module.css'
import { EmptyCell } from './empty-cell.tsx'
import utilities from './utilities.module.css'

interface ChartTableProps {
  caption: string
  /** What each row is about, if it is not a day. */
  heading?: string
  /** What each column counts. */
  columns: readonly string[]
  rows: readonly { name: string; counts: readonly (number | null)[] }[]
}

/** The numbers behind a chart as a table that can be opened. */
export function ChartTable({ caption, heading = t`Day (UTC)`, columns, rows }: ChartTableProps) {
  return (
    <details className={css.details}>
      <summary>
        <Trans>Show as a table</Trans>
      </summary>
      <Table verticalSpacing={4}>
        <caption className={utilities.visuallyHidden}>{caption}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{heading}</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} scope="col" ta="end">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, counts }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              {columns.map((column, index) => (
                <Table.Td key={column} ta="end">
                  {formatted(counts[index])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  )
}

function formatted(count: number | null | undefined) {
  return typeof count === 'number' ? formatNumber(count) : <EmptyCell />
}
