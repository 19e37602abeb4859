import { t } from '@lingui/core/macro'
import { Badge, Text } from '@mantine/core'
import type { Shape } from '../api/client.ts'
import { onOneLine } from '../i18n/format.ts'
import css from './scope-list.module.css'
import { formatDay } from './timestamp.tsx'

type Kind = Shape<'DescribedScope'>['kind']

/** What a connected app asks for and does not have: when the user refused it, or `new`. */
export type OpenRequest = 'new' | { refusedAt: string }

/** Marks what is refused or new; `kind` is which kind of access is, if not all of it. */
export function OpenBadge({ request, kind }: { request: OpenRequest; kind?: Kind | undefined }) {
  if (request === 'new')
    return (
      <Badge component="span" size="sm" variant="light">
        {newText(kind)}
      </Badge>
    )
  return (
    <Text component="span" size="xs" c="dimmed" className={css.fact}>
      {refusedText(kind, onOneLine(formatDay(new Date(request.refusedAt))))}
    </Text>
  )
}

function newText(kind: Kind | undefined): string {
  if (kind === 'read') return t`new: may read`
  return kind === 'write' ? t`new: may change` : t`new`
}

function refusedText(kind: Kind | undefined, day: string): string {
  if (kind === 'read') return t`You refused reading on ${day}`
  return kind === 'write' ? t`You refused changing on ${day}` : t`You refused this on ${day}`
}
