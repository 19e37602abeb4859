import { Table } from '@mantine/core'

interface AsTableProps {
  /** What the numbers are of. */
  caption: string
  /** What the columns count. */
  columns: readonly string[]
  rows: readonly { day: string; counts: readonly number[] }[]
}

const whole = new Intl.NumberFormat()

/** The numbers behind a picture of days, for whoever would rather read them. */
export function AsTable({ caption, columns, rows }: AsTableProps) {
  return (
    <details className="as-table">
      <summary>Show as a table</summary>
      <Table verticalSpacing={4}>
        <caption className="visually-hidden">{caption}</caption>
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
              {columns.map((column, at) => (
                <Table.Td key={column} ta="end">
                  {whole.format(counts[at] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  )
}
