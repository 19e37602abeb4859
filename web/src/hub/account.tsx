import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { answer, api } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import { end } from '../api/session.ts'
import { Confirm } from '../ui/confirm.tsx'
import { useDeed } from '../ui/deed.ts'
import { Trouble } from '../ui/trouble.tsx'

const TOGGLE = { visibilityToggleButtonProps: { 'aria-label': 'Show the password', tabIndex: 0 } } as const

/** The old password and a new one. */
export function ChangePassword() {
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
      await answer(api.POST('/v1/auth/change-password', { body: { current_password, new_password } }))
      form.reset()
      setDone(true)
    })
  }
  return (
    <form onSubmit={save}>
      <Stack gap="sm" maw={400}>
        <PasswordInput
          name="current_password"
          label="The password you have"
          autoComplete="current-password"
          error={wrong.current_password}
          {...TOGGLE}
        />
        <PasswordInput
          name="new_password"
          label="The new one"
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

/** The way out for good: the password is asked for once more. */
export function EraseAccount() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Group>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          Erase my account
        </Button>
      </Group>
      <Confirm
        title="Erase your account?"
        deed="Erase everything"
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={async (form) => {
          await answer(api.DELETE('/v1/auth/account', { body: { password: String(form.get('password')) } }))
          end('user')
        }}
      >
        <Text>
          Every memory, every connection and every conversation goes. Nobody can bring it back, we neither. What apps
          have kept for themselves is with them.
        </Text>
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
