import type { ReactNode } from 'react'
import css from './field-group.module.css'

interface FieldGroupProps {
  legend: string
  /** Whether rows reach from edge to edge, with a padding of their own. */
  rows?: boolean
  children: ReactNode
}

/** Fields in a box below their legend. */
export function FieldGroup({ legend, rows = false, children }: FieldGroupProps) {
  return (
    <fieldset className={css.group}>
      <legend>{legend}</legend>
      <div className={rows ? css.box : `${css.box} ${css.padded}`}>{children}</div>
    </fieldset>
  )
}
