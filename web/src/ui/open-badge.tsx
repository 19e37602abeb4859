import { t } from '@lingui/core/macro'
import { Badge, Text } from '@mantine/core'
import { onOneLine } from '../i18n/format.ts'
import css from './scope-list.module.css'
import { formatDay } from './timestamp.tsx'

/** What a connected app asks for and does not have: when the user refused it, or `new`. */
export type OpenRequest = 'new' | { refusedAt: string }

/** Marks what is refused or new; `part` is what of it is, if not all is. */
export function OpenBadge({ request, part }: { request: OpenRequest; part?: string | undefined }) {
  const ofPart = part ? ` · ${part}` : ''
  if (request === 'new')
    return (
      <Badge component="span" size="sm" variant="light">
        {t`new`}
        {ofPart}
      </Badge>
    )
  return (
    <Text component="span" size="xs" c="dimmed" className={css.refused}>
      {t`You refused this on ${onOneLine(formatDay(new Date(request.refusedAt)))}`}
      {ofPart}
    </Text>
  )
}
