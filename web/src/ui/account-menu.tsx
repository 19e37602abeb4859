import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  ActionIcon,
  Button,
  type MantineColorScheme,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import CircleUser from 'lucide-react/icons/circle-user'
import { type Account, signOut } from '../api/session.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import utilities from './utilities.module.css'

const colourSchemes = (): { value: MantineColorScheme; label: string }[] => [
  { value: 'auto', label: t`System` },
  { value: 'light', label: t`Light` },
  { value: 'dark', label: t`Dark` },
]

/** Shows the account, and offers the colour scheme and signing out. A popover, since ARIA menus hold only menu items. */
export function AccountMenu({ accountKind, account }: { accountKind: AccountKind; account: Account }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Popover position="bottom-end" width={260} trapFocus withinPortal={false}>
      <Popover.Target>
        <ActionIcon variant="subtle" size="lg" aria-label={t`Your account`}>
          <CircleUser size={22} />
        </ActionIcon>
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
