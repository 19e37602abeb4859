import { t } from '@lingui/core/macro'
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, fieldErrors } from '../api/errors.ts'
import { type Credentials, signIn, signUp } from '../api/session.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { useAction } from './action.ts'
import { ErrorAlert } from './error-alert.tsx'
import { useReloadOnLink } from './reload-on-link.ts'
import { SecondFactorForm } from './second-factor.tsx'
import { SignUpNote, useCanSignUp } from './sign-up-note.tsx'
import { UnconfirmedHint } from './unconfirmed-hint.tsx'

export type CredentialsMode = 'sign-in' | 'sign-up'

interface CredentialsFormProps {
  accountKind: AccountKind
  mode: CredentialsMode
  /** Fills in the e-mail, where the user signs in again. */
  email?: string
  /** What else the first step offers, below the form. */
  children?: ReactNode
}

/** The form with e-mail and password that signs in or creates an account. Errors are shown at their fields. */
export function CredentialsForm({ accountKind, mode, email, children }: CredentialsFormProps) {
  const { busy, error, run, reset } = useAction()
  const [entered, setEntered] = useState('')
  const isNew = mode === 'sign-up'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = Object.fromEntries(new FormData(event.currentTarget)) as unknown as Credentials
    setEntered(form.email)
    run(() =>
      isNew
        ? signUp(accountKind, { ...form, name: form.name?.trim() || undefined })
        : signIn(accountKind, { email: form.email, password: form.password }),
    )
  }
  const canSignUp = useCanSignUp(isNew)
  useReloadOnLink()
  const errors = errorsByField(error)
  if (error instanceof ApiError && error.code === 'second_factor_required') {
    const { methods } = error.details as { methods: string[] }
    return <SecondFactorForm accountKind={accountKind} methods={methods} onBack={reset} />
  }
  if (isNew && !canSignUp)
    return (
      <>
        <SignUpNote />
        {children}
      </>
    )
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {isNew && <SignUpNote />}
          {isNew && (
            <TextInput
              name="name"
              label={t`Name`}
              description={t`What to call you. Optional.`}
              autoComplete="name"
              error={errors.name}
            />
          )}
          <TextInput
            name="email"
            type="email"
            label={t`E-mail`}
            autoComplete="username"
            required
            defaultValue={email}
            error={errors.email}
            data-autofocus={email ? undefined : true}
          />
          <PasswordInput
            name="password"
            label={t`Password`}
            description={isNew ? t`At least 8 characters, hard to guess.` : undefined}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            required
            error={errors.password}
            data-autofocus={email ? true : undefined}
            visibilityToggleButtonProps={{ 'aria-label': t`Show the password`, tabIndex: 0 }}
          />
          {error !== undefined && !Object.keys(errors).length && <ErrorAlert error={error} />}
          {!isNew && error instanceof ApiError && error.code === 'unauthorized' && (
            <UnconfirmedHint key={entered} accountKind={accountKind} email={entered} />
          )}
          <Button type="submit" loading={busy} fullWidth>
            {isNew ? t`Create account` : t`Sign in`}
          </Button>
        </Stack>
      </form>
      {children}
    </>
  )
}

function errorsByField(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'conflict') return { email: t`There already is an account with this e-mail. Sign in instead.` }
  if (error.code === 'unauthorized') return { password: t`This e-mail and password do not match.` }
  return fieldErrors(error)
}
