import { t } from '@lingui/core/macro'
import { Box } from '@mantine/core'
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

/** The tools as a menu: on a phone, and on a desk where there are no topics that they could stand below. */
export function ToolsMenu({ on }: { on: 'phone' | 'desk' }) {
  const [used, setUsed] = useState(false)
  const screen = on === 'phone' ? ({ hiddenFrom: 'sm' } as const) : ({ visibleFrom: 'sm' } as const)
  return (
    <Box component="span" {...screen}>
      {used ? (
        <OpenToolsMenu />
      ) : (
        <RowMenuButton size={40} aria-label={t`All memories`} onClick={() => setUsed(true)} />
      )}
    </Box>
  )
}
