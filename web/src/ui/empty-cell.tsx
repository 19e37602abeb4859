import { Trans } from '@lingui/react/macro'
import utilities from './utilities.module.css'

/** The content of a table cell without a value: blank on the screen, “none” for screen readers. */
export function EmptyCell() {
  return (
    <span className={utilities.visuallyHidden}>
      <Trans>none</Trans>
    </span>
  )
}
