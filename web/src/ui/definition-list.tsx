import type { ReactNode } from 'react'
import css from './definition-list.module.css'

/** Names and values: as a list with the name beside its value, or as a grid with the name above it. */
export function DefinitionList({ as = 'list', children }: { as?: 'list' | 'grid'; children: ReactNode }) {
  return <dl className={css[as]}>{children}</dl>
}

export function Definition({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
