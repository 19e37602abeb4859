import { Trans } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import css from './unverified-badge.module.css'

/** Marks an app that the operator has not verified: its name is its own claim. */
export function UnverifiedBadge() {
  return (
    <Badge variant="outline" color="gray" className={css.badge}>
      <Trans>unverified</Trans>
    </Badge>
  )
}
