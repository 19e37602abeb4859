import { Table, type TableProps } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './stacked-table.module.css'

/** The class of a cell that takes the whole width of its row's block on a phone. */
export const wideCell = css.wide

/** A table whose rows become blocks on a phone. */
export function StackedTable(props: TableProps) {
  return <Table className={css.table} {...props} />
}

/** Text that only a phone shows: what a value counts, where the column headings are hidden. */
export function PhoneOnly({ children }: { children: ReactNode }) {
  return <span className={css.phoneOnly}>{children}</span>
}
