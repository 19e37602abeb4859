import { t } from '@lingui/core/macro'
import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import utilities from './utilities.module.css'

/** A read-only value with a button that copies it, such as a secret or an address. */
export function CopyField({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        description={note}
        value={value}
        readOnly
        flex={1}
        classNames={{ input: utilities.monospace }}
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant={copied ? 'light' : 'default'} onClick={copy} aria-label={t`Copy: ${label}`}>
            <span aria-live="polite">{copied ? t`Copied` : t`Copy`}</span>
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
