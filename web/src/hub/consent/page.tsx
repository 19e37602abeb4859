import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Shape } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { consentPreviewQuery, planUsageQuery } from '../../api/hub/consent-queries.ts'
import { mailQuery, usedScopesQuery } from '../../api/queries.ts'
import { type Account, useSessionOfFrame } from '../../api/session.ts'
import { ColumnLayout } from '../../ui/column-layout.tsx'
import { CredentialsForm, type CredentialsMode } from '../../ui/credentials.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { OtherSignIn } from '../../ui/other-sign-in.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { HUB } from '../../urls.ts'
import { JoinedMarks } from './app-header.tsx'
import { ForDevelopers, type Mistake } from './for-developers.tsx'
import { ConsentForm } from './form.tsx'
import { type ConsentRequest, parseConsentRequest } from './request.ts'

/** Where an app asks the user for access. An invalid request ends here and is never redirected. */
export function ConsentPage() {
  const [request] = useState(() => parseConsentRequest(location.search))
  const { app, scope, claim, redirectUri: redirect_uri } = request
  const preview = useQuery(consentPreviewQuery({ ...app, scope, redirect_uri, claim }))
  return (
    <ColumnLayout accountKind="user" width={560}>
      {preview.data ? (
        <Request request={request} preview={preview.data} />
      ) : preview.error ? (
        <PreviewError error={preview.error} retry={preview.refetch} request={request} />
      ) : (
        <Loading rows={4} height={96} />
      )}
    </ColumnLayout>
  )
}

function Request({ request, preview }: { request: ConsentRequest; preview: Shape<'ConsentPreview'> }) {
  const { data: account, error, refetch } = useSessionOfFrame('user')
  const isWaiting = useIsWaiting(preview, account)
  if (!preview.redirect_ok)
    return (
      <Rejected title={t`This link is broken`} mistake="redirect_uri" request={request}>
        <Trans>
          {preview.app.name} asks to send you to an address it has not registered. Nothing was shared, and you are not
          sent anywhere. Tell the makers of {preview.app.name} if you came from their app.
        </Trans>
      </Rejected>
    )
  if (preview.app.suspended)
    return (
      <Rejected title={t`${preview.app.name} is stopped`}>
        <Trans>
          The operator of this service has stopped {preview.app.name}, so it cannot be connected now. Nothing was
          shared.
        </Trans>
      </Rejected>
    )
  if (request.refused)
    return (
      <Rejected title={t`This request is broken`} mistake="error" request={request}>
        {request.refused === 'invalid_scope'
          ? t`${preview.app.name} asks for nothing it may have.`
          : t`${preview.app.name} asks in a way that cannot be granted.`}{' '}
        <Trans>
          This app is not registered here, so you are not sent back to it. Nothing was shared. Start again from the app,
          or tell its makers.
        </Trans>
      </Rejected>
    )
  if (!preview.scopes.length)
    return (
      <Rejected title={t`Nothing to decide on`} mistake="scope" request={request}>
        <Trans>
          {preview.app.name} asks for nothing it may have, so there is nothing to allow. Nothing was shared.
        </Trans>
      </Rejected>
    )
  if (account && !isWaiting)
    return <ConsentForm key={account.id} request={request} preview={preview} account={account} />
  if (account === null) return <SignInFirst app={preview.app} />
  return error ? <ErrorAlert error={error} retry={refetch} /> : <Loading rows={4} height={96} />
}

/** Whether answers are missing that add counts or notes to the form: what came later would move what is below it. */
function useIsWaiting({ granted }: Shape<'ConsentPreview'>, account: Account | null | undefined): boolean {
  const isNew = Boolean(account) && !granted
  const counts = useQuery({ ...usedScopesQuery, enabled: Boolean(account) })
  const plan = useQuery({ ...planUsageQuery, enabled: isNew })
  const mail = useQuery({ ...mailQuery, enabled: isNew && account?.emailConfirmed === false })
  return counts.isLoading || plan.isLoading || mail.isLoading
}

/** Comes before the decision, and begins like the page of the decision. */
function SignInFirst({ app }: { app: Shape<'ConsentPreview'>['app'] }) {
  const { name } = app
  const [mode, setMode] = useState<CredentialsMode>('sign-in')
  const isNew = mode === 'sign-up'
  return (
    <Stack gap="lg">
      <Stack gap={6}>
        <JoinedMarks app={app} />
        <PageTitle
          title={isNew ? t`Create your account` : t`Sign in`}
          lead={t`${name} wants to connect to your memory. You decide on that next.`}
        />
      </Stack>
      <Text size="sm">
        <Trans>
          Memory Service keeps what your apps learn about you in one store that is yours. You decide which app may read
          or change what, you see each time it does, and you can take it back at any time.
        </Trans>
      </Text>
      <CredentialsForm key={mode} accountKind="user" mode={mode}>
        <Group justify="space-between" gap="xs">
          <Text size="sm">
            {isNew ? t`Already have an account?` : t`New here?`}{' '}
            <Anchor
              component="button"
              type="button"
              inherit
              underline="always"
              onClick={() => setMode(isNew ? 'sign-in' : 'sign-up')}
            >
              {isNew ? t`Sign in` : t`Create an account`}
            </Anchor>
          </Text>
          {!isNew && (
            <TextLink to={HUB.forgotPassword} target="_blank" size="sm">
              <Trans>Forgot your password?</Trans>
            </TextLink>
          )}
        </Group>
        <OtherSignIn accountKind="user" next={location.pathname + location.search} />
      </CredentialsForm>
    </Stack>
  )
}

interface PreviewErrorProps {
  error: unknown
  retry: () => void
  request: ConsentRequest
}

function PreviewError({ error, retry, request }: PreviewErrorProps) {
  const isUnknownApp = error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation_failed')
  if (!isUnknownApp) return <ErrorAlert error={error} retry={retry} />
  return (
    <Rejected title={t`We do not know this app`} mistake="client" request={request}>
      <Trans>
        The link that brought you here names no app we know, or is incomplete. Nothing was shared, and you are not sent
        anywhere. Go back to the app and try again from there.
      </Trans>
    </Rejected>
  )
}

interface RejectedProps {
  title: string
  children: ReactNode
  /** What the developers of the app have to change, if it is up to them. */
  mistake?: Mistake
  request?: ConsentRequest
}

function Rejected({ title, children, mistake, request }: RejectedProps) {
  return (
    <>
      <Stack role="alert">
        <PageTitle title={title} />
        <Text>{children}</Text>
      </Stack>
      {mistake && request && <ForDevelopers mistake={mistake} request={request} />}
    </>
  )
}
