import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
      title={t`Passkeys`}
      lead={
        passkeys_available
          ? t`A passkey signs you in with your fingerprint, face or PIN, alone or after your password.`
          : t`This service has no host name, so it cannot have passkeys.`
      }
      actions={
        passkeys_available && (
          <Button onClick={() => setDialog({ kind: 'add' })}>
            <Trans>Add a passkey</Trans>
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className={utilities.sectionList}>
          {passkeys.map((passkey) => (
            <Group component="li" key={passkey.id} justify="space-between">
              <div>
                <Text className={utilities.breakWords}>{passkey.name}</Text>
                <Text size="sm" c="dimmed">
                  {passkey.lastUsedAt ? (
                    <Trans>
                      Added <Timestamp at={passkey.createdAt} />, last used <Timestamp at={passkey.lastUsedAt} />
                    </Trans>
                  ) : (
                    <Trans>
                      Added <Timestamp at={passkey.createdAt} />, never used
                    </Trans>
                  )}
                </Text>
              </div>
              <Group gap="xs">
                <Button variant="default" size="xs" onClick={() => setDialog({ kind: 'rename', passkey })}>
                  <Trans>Rename</Trans>
                </Button>
                <Button variant="default" size="xs" onClick={() => setDialog({ kind: 'remove', passkey })}>
                  <Trans>Remove</Trans>
                </Button>
              </Group>
            </Group>
          ))}
        </ul>
      )}
      <Confirm
        title={i18n._(TITLES[dialog?.kind ?? 'add'])}
        submitLabel={dialog?.kind === 'rename' ? t`Rename` : dialog?.kind === 'remove' ? t`Remove` : t`Go on`}
        destructive={dialog?.kind === 'remove'}
        opened={dialog !== undefined}
        onClose={close}
        onConfirm={confirm}
      >
        {dialog?.kind === 'remove' ? (
          <Text>
            <Trans>
              “{named?.name}” no longer signs you in. It stays in your password manager until you delete it there.
            </Trans>
          </Text>
        ) : (
          <Stack gap="sm">
            {dialog?.kind === 'add' && (
              <Text>
                <Trans>Your browser asks where to keep it. Give it a name to recognise it by.</Trans>
              </Text>
            )}
            <TextInput
              name="name"
              label={t`Name`}
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

const TITLES = { add: msg`Add a passkey`, rename: msg`Rename this passkey`, remove: msg`Remove this passkey?` } as const

/** The system that the browser runs on, as a name for its passkey. */
function defaultName(): string {
  const system = /Android|iPhone|iPad|Mac|Windows|Linux/.exec(navigator.userAgent)?.[0]
  return system ? t`${system} passkey` : t`Passkey`
}
