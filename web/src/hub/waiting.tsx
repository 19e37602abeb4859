import { t } from '@lingui/core/macro'
import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { decisionQueries } from '../api/hub/decision-queries.ts'
import { formatNumber } from '../i18n/format.ts'
import { useSettled } from './use-settled.ts'
import css from './waiting.module.css'

/**
 * How many decisions wait in the review, with a plus sign if there are more than were counted. They are counted again after
 * each decision. The first page asks only when it has all it shows, so that the badge does not delay what the user came for.
 * @param className where it is: after the label of the link or, on a phone, at the button that opens the navigation
 */
export function Waiting({ className = css.badge }: { className?: string | undefined }) {
  const enabled = useSettled()
  const { data } = useQuery({ ...decisionQueries.waiting, enabled })
  if (!data?.count) return null
  const count = `${formatNumber(data.count)}${data.has_more ? '+' : ''}`
  return (
    <span className={className}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{t`${count} waiting`}</VisuallyHidden>
    </span>
  )
}
