import { t } from '@lingui/core/macro'
import { Button, Group, TextInput } from '@mantine/core'
import { useCopy } from './use-copy.ts'
import utilities from './utilities.module.css'

interface CopyFieldProps {
  label: string
  value: string
  note?: string
  /** Called once the value is copied, with the button or by hand. */
  onCopied?: () => void
}

/** A read-only value with a button that copies it, such as a secret or an address. */
export function CopyField({ label, value, note, onCopied }: CopyFieldProps) {
  const { copied, copy } = useCopy(value, onCopied)
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
        onCopy={onCopied}
      />
      <Button variant={copied ? 'light' : 'default'} onClick={copy} aria-label={t`Copy: ${label}`}>
        <span aria-live="polite">{copied ? t`Copied` : t`Copy`}</span>
      </Button>
    </Group>
  )
}
