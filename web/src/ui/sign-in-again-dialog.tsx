import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Stack, Text } from '@mantine/core'
import { type Account, endSession } from '../api/session.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { CredentialsForm } from './credentials.tsx'
import { Dialog } from './dialog.tsx'
import { OtherSignIn } from './other-sign-in.tsx'

interface SignInAgainDialogProps {
  accountKind: AccountKind
  account: Account
  opened: boolean
}

/** Asks for the password when the session has expired. The page below it stays as it is. */
export function SignInAgainDialog({ accountKind, account, opened }: SignInAgainDialogProps) {
  return (
    <Dialog mustAnswer opened={opened} onClose={() => {}} title={t`Sign in again`} overlayProps={{ blur: 6 }}>
      <Stack>
        <Text>
          <Trans>Your session has ended. Sign in to go on where you were; nothing you wrote is lost.</Trans>
        </Text>
        <CredentialsForm accountKind={accountKind} mode="sign-in" email={account.email}>
          <OtherSignIn accountKind={accountKind} next={location.pathname + location.search} />
        </CredentialsForm>
        <Anchor component="button" type="button" size="sm" onClick={() => endSession(accountKind)}>
          <Trans>Sign out instead</Trans>
        </Anchor>
      </Stack>
    </Dialog>
  )
}
