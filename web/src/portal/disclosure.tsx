import type { ComponentProps } from 'react'
import css from './disclosure.module.css'

/** A list whose items are disclosures. */
export function DisclosureList(props: ComponentProps<'ul'>) {
  return <ul className={css.list} {...props} />
}

/** A line that opens to its details; its first child is the `summary`. */
export function Disclosure(props: ComponentProps<'details'>) {
  return <details className={css.disclosure} {...props} />
}
