import { t } from '@lingui/core/macro'
import { VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { decisionQueries } from '../api/hub/decision-queries.ts'
import { formatNumber } from '../i18n/format.ts'
import { useSettled } from './use-settled.ts'
import css from './waiting.module.css'

interface Pages {
  data?: { pages: readonly { items: readonly unknown[] }[] } | undefined
  hasNextPage: boolean
}

const sizeOf = ({ data }: Pages) => data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0

/**
 * How many decisions wait in the review: as many as the loaded pages have, with a plus sign if there are more. The queries
 * are those of the review page and are repeated after each decision. The first page asks only when it has all it shows, so
 * that the badge does not delay what the user came for.
 * @param className where it is: after the label of the link or, on a phone, at the button that opens the navigation
 */
export function Waiting({ className = css.badge }: { className?: string | undefined }) {
  const enabled = useSettled()
  const candidates = useInfiniteQuery({ ...decisionQueries.candidates('pending'), enabled })
  const questions = useInfiniteQuery({ ...decisionQueries.questions, enabled })
  const appChanges = useQuery({ ...decisionQueries.appChanges, enabled })
  const number = sizeOf(candidates) + sizeOf(questions) + (appChanges.data?.items.length ?? 0)
  if (!number) return null
  const hasMore = candidates.hasNextPage || questions.hasNextPage || appChanges.data?.has_more
  const count = `${formatNumber(number)}${hasMore ? '+' : ''}`
  return (
    <span className={className}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{t`${count} waiting`}</VisuallyHidden>
    </span>
  )
}
