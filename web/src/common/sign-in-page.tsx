import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../api/session.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { confirmProviderLink } from '../api/sign-in.ts'
import { ColumnLayout } from '../ui/column-layout.tsx'
import { CredentialsForm, type CredentialsMode } from '../ui/credentials.tsx'
import { TextLink } from '../ui/link.tsx'
import { OtherSignIn, ProviderOutcome } from '../ui/other-sign-in.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { SecondFactorForm } from '../ui/second-factor.tsx'
import { HUB, PORTAL } from '../urls.ts'

const SURFACES = {
  user: {
    ...HUB,
    start: HUB.memories,
    signInLead: msg`To see what your apps know, and to decide who may read it.`,
    signUpLead: msg`It comes with a memory of your own, which no one else sees until you connect an app.`,
  },
  developer: {
    ...PORTAL,
    start: PORTAL.apps,
    signInLead: msg`To your apps, their requests and their webhooks.`,
    signUpLead: msg`For people who build apps. It is separate from an account for your own memories.`,
  },
} as const

// After the provider, the page does not know which ones the account has.
const SECOND_FACTORS = ['passkey', 'totp', 'recovery_code']

/** The page that signs in or creates an account. It then returns to `next`, or to the start of the Hub or the portal. */
export function SignInPage({ accountKind, mode }: { accountKind: AccountKind; mode: CredentialsMode }) {
  const { next, provider } = useSearch({ strict: false }) as { next?: string; provider?: string }
  const { data: account } = useSession(accountKind)
  const navigate = useNavigate()
  const { start, signIn, signUp, forgotPassword, signInLead, signUpLead } = SURFACES[accountKind]
  const isNew = mode === 'sign-up'
  // Runs too when the user signs in from another tab.
  useEffect(() => {
    if (!account) return
    const go = () => navigate({ href: next ?? start, replace: true })
    // Without the link, the provider asks for it again the next time.
    if (provider === 'link') confirmProviderLink(accountKind).then(go, go)
    else go()
  }, [account, accountKind, provider, next, start, navigate])
  return (
    <ColumnLayout accountKind={accountKind} face={mode}>
      <PageTitle title={isNew ? t`Create your account` : t`Sign in`} lead={i18n._(isNew ? signUpLead : signInLead)} />
      {!isNew && <ProviderOutcome outcome={provider} />}
      {provider === 'second_factor' && !isNew ? (
        <SecondFactorForm
          accountKind={accountKind}
          methods={SECOND_FACTORS}
          onBack={() => navigate({ to: signIn, search: next ? { next } : {}, replace: true })}
        />
      ) : (
        <CredentialsForm accountKind={accountKind} mode={mode}>
          <Group justify="space-between" gap="xs">
            <Text size="sm">
              {isNew ? t`Already have an account?` : t`New here?`}{' '}
              <TextLink to={isNew ? signIn : signUp} search={true} inherit underline="always">
                {isNew ? t`Sign in` : t`Create an account`}
              </TextLink>
            </Text>
            {!isNew && (
              <TextLink to={forgotPassword} size="sm">
                <Trans>Forgot your password?</Trans>
              </TextLink>
            )}
          </Group>
          <OtherSignIn accountKind={accountKind} next={next} />
        </CredentialsForm>
      )}
    </ColumnLayout>
  )
}
