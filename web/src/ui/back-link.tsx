import css from './back-link.module.css'
import { TextLink } from './link.tsx'

/** The page above the current one. */
export interface PageAbove {
  to: string
  label: string
}

/** A link to the page above the current one, which stands over the heading. */
export function BackLink({ to, label }: PageAbove) {
  return (
    <TextLink to={to} className={css.back} underline="hover" activeOptions={{ exact: true }}>
      {label}
    </TextLink>
  )
}
