import { Table } from '@mantine/core'
import css from './daily-table.module.css'
import utilities from './utilities.module.css'

interface DailyTableProps {
  caption: string
  /** What each column counts. */
  columns: readonly string[]
  rows: readonly { day: string; counts: readonly number[] }[]
}

const numberFormat = new Intl.NumberFormat()

/** The numbers behind a chart as a table that can be opened. */
export function DailyTable({ caption, columns, rows }: DailyTableProps) {
  return (
    <details className={css.details}>
      <summary>Show as a table</summary>
      <Table verticalSpacing={4}>
        <caption className={utilities.visuallyHidden}>{caption}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Day (UTC)</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} scope="col" ta="end">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ day, counts }) => (
            <Table.Tr key={day}>
              <Table.Th scope="row" fw={400}>
                {day}
              </Table.Th>
              {columns.map((column, index) => (
                <Table.Td key={column} ta="end">
                  {numberFormat.format(counts[index] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  )
}
