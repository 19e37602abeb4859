import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { fieldErrors } from '../api/errors.ts'
import type { Holder } from '../api/renewal.ts'
import { changePassword, eraseAccount } from '../api/session.ts'
import { Confirm } from './confirm.tsx'
import { useDeed } from './deed.ts'
import { Trouble } from './trouble.tsx'

const TOGGLE = { visibilityToggleButtonProps: { 'aria-label': 'Show the password', tabIndex: 0 } } as const

/** The old password and a new one. */
export function ChangePassword({ holder }: { holder: Holder }) {
  const [done, setDone] = useState(false)
  const deed = useDeed()
  const wrong = fieldErrors(deed.error)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { current_password = '', new_password = '' } = Object.fromEntries(new FormData(form)) as Record<
      string,
      string
    >
    setDone(false)
    deed.run(async () => {
      await changePassword(holder, { current_password, new_password })
      form.reset()
      setDone(true)
    })
  }
  return (
    <form onSubmit={save}>
      <Stack gap="sm" maw={400}>
        <PasswordInput
          name="current_password"
          label="Current password"
          autoComplete="current-password"
          error={wrong.current_password}
          {...TOGGLE}
        />
        <PasswordInput
          name="new_password"
          label="New password"
          autoComplete="new-password"
          error={wrong.new_password}
          {...TOGGLE}
        />
        {deed.error !== undefined && !Object.keys(wrong).length && <Trouble error={deed.error} />}
        <Group>
          <Button type="submit" loading={deed.busy}>
            Change password
          </Button>
          <Text role="status" size="sm" c="dimmed">
            {done && 'Changed. You are signed out everywhere else.'}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}

/** The way out for good: it says what goes, and the password is asked for once more. */
export function EraseAccount({ holder, title, children }: { holder: Holder; title: string; children: ReactNode }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Group>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          Erase my account
        </Button>
      </Group>
      <Confirm
        title={title}
        deed="Erase everything"
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={(form) => eraseAccount(holder, String(form.get('password')))}
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
