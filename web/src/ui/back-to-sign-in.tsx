import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { AccountKind } from '../api/session-expiry.ts'
import { urlsOf } from '../urls.ts'
import { TextLink } from './link.tsx'

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
