import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, fieldErrors } from '../api/errors.ts'
import type { Holder } from '../api/renewal.ts'
import { type Credentials, signIn, signUp } from '../api/session.ts'
import { Trouble } from './trouble.tsx'

interface CredentialsFormProps {
  holder: Holder
  deed: 'sign in' | 'sign up'
  /** Already known, where somebody signs in again. */
  email?: string
  onDone?: () => void
}

/** E-mail and password, to sign in or to open an account. What is wrong is said at the field it is wrong in. */
export function CredentialsForm({ holder, deed, email, onDone }: CredentialsFormProps) {
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false })
  const isNew = deed === 'sign up'
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = Object.fromEntries(new FormData(event.currentTarget)) as unknown as Credentials
    setState({ busy: true })
    try {
      await (isNew ? signUp(holder, { ...form, name: form.name?.trim() || undefined }) : signIn(holder, form))
      onDone?.()
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  const fields = errorsAtFields(state.error)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {isNew && (
          <TextInput
            name="name"
            label="Name"
            description="What to call you. Optional."
            autoComplete="name"
            error={fields.name}
          />
        )}
        <TextInput
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          required
          defaultValue={email}
          error={fields.email}
          data-autofocus={email ? undefined : true}
        />
        <PasswordInput
          name="password"
          label="Password"
          description={
            isNew ? 'At least 8 characters. Nobody can recover it for you, so keep it in a safe place.' : undefined
          }
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
          error={fields.password}
          data-autofocus={email ? true : undefined}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        />
        {state.error !== undefined && !Object.keys(fields).length && <Trouble error={state.error} />}
        <Button type="submit" loading={state.busy} fullWidth>
          {isNew ? 'Create account' : 'Sign in'}
        </Button>
      </Stack>
    </form>
  )
}

function errorsAtFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'conflict') return { email: 'There already is an account with this e-mail. Sign in instead.' }
  if (error.code === 'unauthorized') return { password: 'This e-mail and password do not match.' }
  return fieldErrors(error)
}
