import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Button,
  type MantineColorScheme,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import { signOut } from '../api/session.ts'
import { AccountButton } from './account-button.tsx'
import type { AccountMenuProps } from './account-menu.tsx'
import { useOpenedOnDemand } from './opened-on-demand.ts'
import utilities from './utilities.module.css'

const colourSchemes = (): { value: MantineColorScheme; label: string }[] => [
  { value: 'auto', label: t`System` },
  { value: 'light', label: t`Light` },
  { value: 'dark', label: t`Dark` },
]

/** The account menu with its button, which opens as soon as it is there. A popover, since ARIA menus hold only menu items. */
export function AccountPopover({ accountKind, account }: AccountMenuProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { button, menu } = useOpenedOnDemand()
  return (
    <Popover position="bottom-end" width={260} trapFocus withinPortal={false} {...menu}>
      <Popover.Target>
        <AccountButton ref={button} onClick={() => menu.onChange(!menu.opened)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Your account`}>
        <Stack gap="md">
          <Text size="sm" className={utilities.breakWords}>
            {account.name ?? account.email}
          </Text>
          <SegmentedControl
            aria-label={t`Colours`}
            size="xs"
            data={colourSchemes()}
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
          />
          <Button variant="default" onClick={() => signOut(accountKind)}>
            <Trans>Sign out</Trans>
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
