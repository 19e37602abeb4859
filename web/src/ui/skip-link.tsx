import { Trans } from '@lingui/react/macro'
import css from './skip-link.module.css'

/** The first element in the tab order: moves the focus past the navigation. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it is a link to a part of this page that leaves the address unchanged.
    <a
      href="#main"
      className={css.skipLink}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
    >
      <Trans>Skip to the page</Trans>
    </a>
  )
}
