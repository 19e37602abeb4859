import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { changePassword, eraseAccount } from '../api/account-settings.ts'
import { fieldErrors } from '../api/errors.ts'
import { endSession } from '../api/session.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import type { HUB } from '../urls.ts'
import { useAction } from './action.ts'
import { Confirm } from './confirm.tsx'
import { ErrorAlert } from './error-alert.tsx'

const RECENT_MS = 30 * 24 * 60 * 60_000
const toggle = () => ({ visibilityToggleButtonProps: { 'aria-label': t`Show the password`, tabIndex: 0 } })

/** A form with the current and the new password. */
export function ChangePassword({ accountKind }: { accountKind: AccountKind }) {
  const [changed, setChanged] = useState(false)
  const action = useAction()
  const errors = fieldErrors(action.error)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>
    const { current_password = '', new_password = '' } = fields
    setChanged(false)
    action.run(async () => {
      const disconnect_since = fields.disconnect ? new Date(Date.now() - RECENT_MS).toISOString() : undefined
      await changePassword(accountKind, {
        current_password,
        new_password,
        ...(disconnect_since && { disconnect_since }),
      })
      form.reset()
      setChanged(true)
    })
  }
  return (
    <form onSubmit={save}>
      <Stack gap="sm" maw={400}>
        <PasswordInput
          name="current_password"
          label={t`Current password`}
          autoComplete="current-password"
          error={errors.current_password}
          {...toggle()}
        />
        <PasswordInput
          name="new_password"
          label={t`New password`}
          autoComplete="new-password"
          error={errors.new_password}
          {...toggle()}
        />
        <Checkbox
          name="disconnect"
          label={
            accountKind === 'user'
              ? t`Also disconnect the apps connected in the last 30 days, and replace the connector addresses`
              : t`Also end the client secrets, redirect URIs and webhook endpoints set in the last 30 days`
          }
          description={t`A person with the old password may have made or read them.`}
        />
        {action.error !== undefined && !Object.keys(errors).length && <ErrorAlert error={action.error} />}
        <Group>
          <Button type="submit" loading={action.busy}>
            <Trans>Change password</Trans>
          </Button>
          <Text role="status" size="sm" c="dimmed">
            {changed && t`Changed. You are signed out everywhere else.`}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}

interface EraseAccountProps {
  accountKind: AccountKind
  title: string
  /** The page shown afterwards, instead of the sign-in. */
  farewell?: typeof HUB.farewell
  /** What is deleted. */
  children: ReactNode
}

/** A button that erases the account after a confirmation with the password. */
export function EraseAccount({ accountKind, title, farewell, children }: EraseAccountProps) {
  const [confirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  const erase = async (form: FormData) => {
    await eraseAccount(accountKind, String(form.get('password')))
    // Before the session ends, since pages that need one then show the sign-in.
    if (farewell) await navigate({ to: farewell, replace: true })
    endSession(accountKind)
  }
  return (
    <>
      <Group>
        <Button color="red" variant="light" onClick={() => setConfirming(true)}>
          <Trans>Erase my account</Trans>
        </Button>
      </Group>
      <Confirm
        title={title}
        submitLabel={t`Erase everything`}
        opened={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={erase}
      >
        {(errors) => (
          <>
            <Text>{children}</Text>
            <PasswordInput
              name="password"
              label={t`Your password`}
              autoComplete="current-password"
              error={errors.password}
              data-autofocus
              {...toggle()}
            />
          </>
        )}
      </Confirm>
    </>
  )
}
