import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { AccountKind } from '../api/session-expiry.ts'
import { urlsOf } from '../urls.ts'
import { ButtonLink, TextLink } from './link.tsx'

/** Leads to the sign-in after what had to be done before it. */
export function SignInButton({ accountKind }: { accountKind: AccountKind }) {
  return (
    <ButtonLink to={urlsOf(accountKind).signIn} fullWidth>
      <Trans>Sign in</Trans>
    </ButtonLink>
  )
}

/** The link below a form that is not the sign-in. */
export function BackToSignIn({ accountKind }: { accountKind: AccountKind }) {
  return (
    <Text size="sm">
      <TextLink to={urlsOf(accountKind).signIn} inherit underline="always">
        <Trans>Back to sign-in</Trans>
      </TextLink>
    </Text>
  )
}
