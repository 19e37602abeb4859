import { Trans } from '@lingui/react/macro'
import { Badge } from '@mantine/core'

/** Marks an app that the operator has not verified: its name is its own claim. */
export function UnverifiedBadge() {
  return (
    <Badge variant="light" color="orange">
      <Trans>unverified</Trans>
    </Badge>
  )
}
