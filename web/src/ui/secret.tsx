import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

/** Something to be copied and kept elsewhere; `note` says whether it will be shown again. */
export function Secret({ label, value, note }: { label: string; value: string; note?: ReactNode }) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        description={note}
        value={value}
        readOnly
        flex={1}
        classNames={{ input: 'mono' }}
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant={copied ? 'light' : 'default'} onClick={copy} aria-label={`Copy: ${label}`}>
            <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
