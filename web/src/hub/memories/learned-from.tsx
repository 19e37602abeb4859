import { t } from '@lingui/core/macro'
import { OutsideLink } from '../../ui/about-app.tsx'
import { Definition } from '../../ui/definition-list.tsx'
import { withMarks } from '../../ui/hidden-characters.ts'
import utilities from '../../ui/utilities.module.css'
import type { Memory } from './memory.ts'

/** Where a memory was learned, as far as that says more than who added it. */
export function LearnedFrom({ memory: { origin, source } }: { memory: Memory }) {
  const place = { chat: t`a conversation`, import: t`an import`, connector: t`a connector`, app: '', user: '' }[origin]
  const { url, quote } = source ?? {}
  if (!place && !url && !quote) return null
  return (
    <Definition name={t`Learned from`}>
      <span className={utilities.breakWords}>
        {place} {quote && <q dir="auto">{withMarks(quote)}</q>}{' '}
        {url && <OutsideLink to={url}>{new URL(url).host}</OutsideLink>}
      </span>
    </Definition>
  )
}
