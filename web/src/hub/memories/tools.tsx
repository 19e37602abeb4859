import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { onDemand } from '../../ui/on-demand.tsx'
import { HUB } from '../../urls.ts'
import css from './page.module.css'
import { RowMenuButton } from './row-menu-button.tsx'

const OpenToolsMenu = onDemand(
  async () => (await import('./tools-menu.tsx')).OpenToolsMenu,
  () => <RowMenuButton size={40} loading />,
)

/** What can be done with all memories. */
export const tools = () => [
  { to: HUB.tidyUp, label: t`Tidy up` },
  { to: HUB.trash, label: t`Trash` },
  { to: HUB.settings, hash: 'data', label: t`Import and export` },
]

/** The tools as links below the topics. Beside the list, topics that load hide them. */
export function Tools({ isBelowLoading }: { isBelowLoading: boolean }) {
  return (
    <nav aria-label={t`All memories`} className={css.tools} data-waiting={isBelowLoading || undefined}>
      {tools().map(({ label, ...address }) => (
        <Link key={label} {...address}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** The tools as a menu: on a phone, and where there are no topics that they could stand below. */
export function ToolsMenu({ isOnlyWay }: { isOnlyWay: boolean }) {
  const [used, setUsed] = useState(false)
  return (
    <span className={isOnlyWay ? undefined : css.toolsMenu}>
      {used ? (
        <OpenToolsMenu />
      ) : (
        <RowMenuButton size={40} aria-label={t`All memories`} onClick={() => setUsed(true)} />
      )}
    </span>
  )
}
