import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Shape } from '../api/client.ts'
import { removePasskey, renamePasskey } from '../api/factors.ts'
import { addPasskey } from '../api/passkeys.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import utilities from '../ui/utilities.module.css'

type Passkey = Shape<'Passkey'>

interface PasskeysProps {
  accountKind: AccountKind
  factors: Shape<'Factors'>
  onChange: (codes?: string[] | null) => Promise<void>
}

/** The passkeys of the account, to add, rename and remove. */
export function Passkeys({ accountKind, factors: { passkeys, passkeys_available }, onChange }: PasskeysProps) {
  const [dialog, setDialog] = useState<{ kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey }>()
  const close = () => setDialog(undefined)
  const named = dialog && 'passkey' in dialog ? dialog.passkey : undefined
  const confirm = (form: FormData) => {
    const name = String(form.get('name') ?? '').trim()
    if (dialog?.kind === 'add') return addPasskey(accountKind, name).then(onChange)
    if (dialog?.kind === 'rename') return renamePasskey(accountKind, dialog.passkey.id, name).then(() => onChange())
    return removePasskey(accountKind, named?.id ?? '').then(() => onChange())
  }
  return (
    <Section
      title="Passkeys"
      lead={
        passkeys_available
          ? 'A passkey signs you in with your fingerprint, face or PIN, alone or after your password.'
          : 'This service has no host name, so it cannot have passkeys.'
      }
      actions={passkeys_available && <Button onClick={() => setDialog({ kind: 'add' })}>Add a passkey</Button>}
    >
      {passkeys.length > 0 && (
        <ul className={utilities.plainList}>
          {passkeys.map((passkey) => (
            <Group component="li" key={passkey.id} justify="space-between" py="xs">
              <div>
                <Text className={utilities.breakWords}>{passkey.name}</Text>
                <Text size="sm" c="dimmed">
                  Added <Timestamp at={passkey.createdAt} />,{' '}
                  {passkey.lastUsedAt ? (
                    <>
                      last used <Timestamp at={passkey.lastUsedAt} />
                    </>
                  ) : (
                    'never used'
                  )}
                </Text>
              </div>
              <Group gap="xs">
                <Button variant="subtle" onClick={() => setDialog({ kind: 'rename', passkey })}>
                  Rename
                </Button>
                <Button variant="subtle" color="red" onClick={() => setDialog({ kind: 'remove', passkey })}>
                  Remove
                </Button>
              </Group>
            </Group>
          ))}
        </ul>
      )}
      <Confirm
        title={TITLES[dialog?.kind ?? 'add']}
        submitLabel={dialog?.kind === 'rename' ? 'Rename' : dialog?.kind === 'remove' ? 'Remove' : 'Go on'}
        destructive={dialog?.kind === 'remove'}
        opened={dialog !== undefined}
        onClose={close}
        onConfirm={confirm}
      >
        {dialog?.kind === 'remove' ? (
          <Text>
            “{named?.name}” no longer signs you in. It stays in your password manager until you delete it there.
          </Text>
        ) : (
          <Stack gap="sm">
            {dialog?.kind === 'add' && (
              <Text>Your browser asks where to keep it. Give it a name to recognise it by.</Text>
            )}
            <TextInput
              name="name"
              label="Name"
              required
              maxLength={100}
              defaultValue={named?.name ?? defaultName()}
              data-autofocus
            />
          </Stack>
        )}
      </Confirm>
    </Section>
  )
}

const TITLES = { add: 'Add a passkey', rename: 'Rename this passkey', remove: 'Remove this passkey?' } as const

/** The system that the browser runs on, as a name for its passkey. */
function defaultName(): string {
  const system = /Android|iPhone|iPad|Mac|Windows|Linux/.exec(navigator.userAgent)?.[0]
  return system ? `${system} passkey` : 'Passkey'
}
