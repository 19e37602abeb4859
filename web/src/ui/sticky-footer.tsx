import { Stack, type StackProps } from '@mantine/core'
import { keepAbove } from './keep-above.ts'
import css from './sticky-footer.module.css'

/** A bar at the end of a page that stays visible while the content above it is scrolled. */
export function StickyFooter(props: StackProps & { role?: string }) {
  return <Stack ref={keepAbove} className={css.footer} gap="sm" {...props} />
}
