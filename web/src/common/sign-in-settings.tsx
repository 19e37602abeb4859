import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { changePassword } from '../api/account-settings.ts'
import type { Shape } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import { factorsQuery, linkProvider, providerLinksQuery, replaceRecoveryCodes, unlinkProvider } from '../api/factors.ts'
import { queryKeys } from '../api/queries.ts'
import { invalidate } from '../api/query-client.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { useAction } from '../ui/action.ts'
import { BackLink } from '../ui/back-link.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { ProviderOutcome } from '../ui/other-sign-in.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Section } from '../ui/section.tsx'
import { urlsOf } from '../urls.ts'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

/** What signs in to the account: passkeys, an authenticator app, recovery codes and the identity provider. */
export function SignInSettings({ accountKind }: { accountKind: AccountKind }) {
  const { provider: outcome } = useSearch({ strict: false }) as { provider?: string }
  const factors = useQuery(factorsQuery(accountKind))
  const links = useQuery(providerLinksQuery(accountKind))
  const error = factors.error ?? links.error
  return (
    <Stack gap="xl">
      <PageTitle
        title={t`Sign-in`}
        lead={t`With a passkey or an authenticator app, a person who has your password still cannot sign in.`}
        above={<BackLink to={urlsOf(accountKind).settings} label={t`Settings`} />}
      />
      <ProviderOutcome outcome={outcome} />
      {factors.data && links.data ? (
        <Sections accountKind={accountKind} factors={factors.data} links={links.data} />
      ) : error ? (
        <ErrorAlert error={error} />
      ) : (
        <Loading rows={3} height={180} />
      )}
    </Stack>
  )
}

interface SectionsProps {
  accountKind: AccountKind
  factors: Shape<'Factors'>
  links: Shape<'ProviderLinks'>
}

function Sections({ accountKind, factors, links }: SectionsProps) {
  const [codes, setCodes] = useState<string[] | null>(null)
  /** Shows what a change has brought. */
  const changed = async (codes: string[] | null = null) => {
    setCodes(codes)
    await invalidate(queryKeys.factors)
  }
  const hasFactor = factors.passkeys.length > 0 || factors.totp !== null
  return (
    <>
      <Passkeys accountKind={accountKind} factors={factors} onChange={changed} />
      <AuthenticatorApp accountKind={accountKind} totp={factors.totp} onChange={changed} />
      {hasFactor && <RecoveryCodes accountKind={accountKind} left={factors.recovery_codes.left} onChange={changed} />}
      {(links.provider || links.items.length > 0) && (
        <Provider accountKind={accountKind} links={links} onChange={changed} />
      )}
      {!factors.password && <NewPassword accountKind={accountKind} onChange={changed} />}
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </>
  )
}

interface ChangeProps {
  accountKind: AccountKind
  onChange: (codes?: string[] | null) => Promise<void>
}

function RecoveryCodes({ accountKind, left, onChange }: ChangeProps & { left: number }) {
  const action = useAction()
  return (
    <Section
      title={t`Recovery codes`}
      lead={t`Each signs you in once if you have lost your other ways to. ${left} of 10 are left.`}
    >
      <Group>
        <Button
          variant="default"
          loading={action.busy}
          onClick={() => action.run(async () => onChange(await replaceRecoveryCodes(accountKind)))}
        >
          <Trans>Make new codes</Trans>
        </Button>
      </Group>
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </Section>
  )
}

function Provider({ accountKind, links, onChange }: ChangeProps & { links: Shape<'ProviderLinks'> }) {
  const action = useAction()
  const name = links.provider?.name ?? t`Identity provider`
  return (
    <Section title={name} lead={t`Signs you in with your ${name} identity.`}>
      {links.items.map(({ issuer, email }) => (
        <Group key={issuer} justify="space-between">
          <Text>{email}</Text>
          <Button
            variant="default"
            size="xs"
            loading={action.busy}
            onClick={() => action.run(async () => onChange(void (await unlinkProvider(accountKind, issuer))))}
          >
            <Trans>Unlink</Trans>
          </Button>
        </Group>
      ))}
      {links.provider && !links.items.length && (
        <Group>
          <Button variant="default" loading={action.busy} onClick={() => action.run(() => linkProvider(accountKind))}>
            <Trans>Link your {name} identity</Trans>
          </Button>
        </Group>
      )}
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </Section>
  )
}

function NewPassword({ accountKind, onChange }: ChangeProps) {
  const action = useAction()
  const errors = fieldErrors(action.error)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('new_password'))
    action.run(async () => onChange(void (await changePassword(accountKind, { new_password: password }))))
  }
  return (
    <Section title={t`Password`} lead={t`This account has none. With one, you can sign in while the provider is down.`}>
      <form onSubmit={save}>
        <Stack gap="sm" maw={400}>
          <PasswordInput
            name="new_password"
            label={t`New password`}
            autoComplete="new-password"
            error={errors.new_password}
            visibilityToggleButtonProps={{ 'aria-label': t`Show the password`, tabIndex: 0 }}
          />
          {action.error !== undefined && !Object.keys(errors).length && <ErrorAlert error={action.error} />}
          <Group>
            <Button type="submit" loading={action.busy}>
              <Trans>Set password</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
