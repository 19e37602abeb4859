import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { LazyDialog } from '../ui/lazy-dialog.tsx'
import { onDemand, preload } from '../ui/on-demand.tsx'
import type { NavItem } from '../ui/signed-in-layout.tsx'

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent)

const loadPalette = async () => (await import('./palette.tsx')).Palette
const Palette = onDemand(loadPalette)

/** Search and commands: a button in the header, opened too by `/` and by Ctrl or ⌘ with K. */
export function Commands({ nav }: { nav: readonly NavItem[] }) {
  const [opened, setOpened] = useState(false)
  const open = () => setOpened(true)
  const close = () => setOpened(false)
  useHotkeys([['/', open]])
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        c="dimmed"
        fw={400}
        visibleFrom="sm"
        leftSection={<Search size={15} aria-hidden />}
        rightSection={<Kbd size="xs">{IS_APPLE ? '⌘' : t`Ctrl`} K</Kbd>}
        onClick={open}
        onPointerEnter={preload(loadPalette)}
      >
        <Trans>Search</Trans>
      </Button>
      <ActionIcon
        variant="subtle"
        size="lg"
        hiddenFrom="sm"
        aria-label={t`Search`}
        onClick={open}
        onPointerEnter={preload(loadPalette)}
      >
        <Search size={20} />
      </ActionIcon>
      <LazyDialog opened={opened} onClose={close} title={t`Search and commands`} centered={false} yOffset="12vh">
        <Palette nav={nav} onClose={close} />
      </LazyDialog>
    </>
  )
}
