import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { HUB } from '../../urls.ts'
import css from './page.module.css'

/** What can be done with all memories: below the topics, on a phone a line of links. Beside the list, topics that load hide it. */
export function Tools({ isBelowLoading }: { isBelowLoading: boolean }) {
  return (
    <nav aria-label={t`All memories`} className={css.tools} data-waiting={isBelowLoading || undefined}>
      <Link to={HUB.tidyUp}>
        <Trans>Tidy up</Trans>
      </Link>
      <Link to={HUB.trash}>
        <Trans>Trash</Trans>
      </Link>
      <Link to={HUB.settings} hash="data">
        <Trans>Import and export</Trans>
      </Link>
    </nav>
  )
}
