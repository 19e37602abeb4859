import { t } from '@lingui/core/macro'
import { Badge } from '@mantine/core'
import css from './scope-list.module.css'
import { formatDay } from './timestamp.tsx'

/** What a connected app asks for and does not have: when the user refused it, or `new`. */
export type OpenRequest = 'new' | { refusedAt: string }

const BADGE_CLASSES = { root: css.badge, label: css.badgeText }

/** Marks what is refused or new; `part` is what of it is, if not all is. */
export function OpenBadge({ request, part }: { request: OpenRequest; part?: string | undefined }) {
  const isNew = request === 'new'
  const text = isNew ? t`new` : t`you refused this on ${formatDay(new Date(request.refusedAt))}`
  return (
    <Badge component="span" size="sm" variant={isNew ? 'light' : 'default'} classNames={BADGE_CLASSES}>
      {text}
      {part && ` · ${part}`}
    </Badge>
  )
}
