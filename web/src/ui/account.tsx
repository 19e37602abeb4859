import { Button, Checkbox, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { fieldErrors } from '../api/errors.ts'
import { changePassword, eraseAccount } from '../api/session.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { useAction } from './action.ts'
import { Confirm } from './confirm.tsx'
import { ErrorAlert } from './error-alert.tsx'

const RECENT_MS = 30 * 24 * 60 * 60_000
const TOGGLE = { visibilityToggleButtonProps: { 'aria-label': 'Show the password', tabIndex: 0 } } as const

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
          label="Current password"
          autoComplete="current-password"
          error={errors.current_password}
          {...TOGGLE}
        />
        <PasswordInput
          name="new_password"
          label="New password"
          autoComplete="new-password"
          error={errors.new_password}
          {...TOGGLE}
        />
        {accountKind === 'user' && (
          <Checkbox
            name="disconnect"
            label="Also disconnect the apps connected in the last 30 days, and replace the connector addresses"
            description="Whoever had the old password may have made or read them."
          />
        )}
        {action.error !== undefined && !Object.keys(errors).length && <ErrorAlert error={action.error} />}
        <Group>
          <Button type="submit" loading={action.busy}>
            Change password
          </Button>
          <Text role="status" size="sm" c="dimmed">
            {changed && 'Changed. You are signed out everywhere else.'}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}

interface EraseAccountProps {
  accountKind: AccountKind
  title: string
  /** What is deleted. */
  children: ReactNode
}

/** A button that erases the account after a confirmation with the password. */
export function EraseAccount({ accountKind, title, children }: EraseAccountProps) {
  const [confirming, setConfirming] = useState(false)
  return (
    <>
      <Group>
        <Button color="red" variant="light" onClick={() => setConfirming(true)}>
          Erase my account
        </Button>
      </Group>
      <Confirm
        title={title}
        submitLabel="Erase everything"
        opened={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={(form) => eraseAccount(accountKind, String(form.get('password')))}
      >
        <Text>{children}</Text>
        <PasswordInput
          name="password"
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          {...TOGGLE}
        />
      </Confirm>
    </>
  )
}
