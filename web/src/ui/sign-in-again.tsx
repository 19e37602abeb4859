import { Anchor, Modal, Stack, Text } from '@mantine/core'
import type { Holder } from '../api/renewal.ts'
import { type Account, end, useExpired } from '../api/session.ts'
import { CredentialsForm } from './credentials.tsx'

/** Asks for the password when the session has ended. What was on the screen stays beneath, and goes on from there. */
export function SignInAgain({ holder, account }: { holder: Holder; account: Account }) {
  const expired = useExpired(holder)
  return (
    <Modal
      opened={expired}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Sign in again"
      overlayProps={{ blur: 6 }}
    >
      <Stack>
        <Text>Your session has ended. Sign in to go on where you were; nothing you wrote is lost.</Text>
        <CredentialsForm holder={holder} deed="sign in" email={account.email} />
        <Anchor component="button" type="button" size="sm" onClick={() => end(holder)}>
          Sign out instead
        </Anchor>
      </Stack>
    </Modal>
  )
}
