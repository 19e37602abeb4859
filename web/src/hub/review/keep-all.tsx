import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { decisionQueries } from '../../api/hub/decision-queries.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { keep } from './decide.ts'

/** Keeps all suggestions that wait and are shown, if there are several. */
export function KeepAll() {
  const { data, hasNextPage } = useInfiniteQuery(decisionQueries.candidates('pending'))
  const action = useAction()
  const items = data?.pages.flatMap(({ items }) => items) ?? []
  const waiting = items.flatMap(({ id, status }) => (status === 'pending' ? id : []))
  if (waiting.length < 2) return null
  const number = formatNumber(waiting.length)
  return (
    <>
      <Button variant="default" loading={action.busy} onClick={() => action.run(() => keep(waiting))}>
        {hasNextPage ? t`Keep all ${number} shown` : t`Keep all ${number}`}
      </Button>
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </>
  )
}
