import { t } from '@lingui/core/macro'
import { Button, CopyButton, Group, Text } from '@mantine/core'
import css from './code-block.module.css'

interface CodeBlockProps {
  label: string
  text: string
  /** What the button copies, if it is not the text. */
  copied?: string
}

/** Code with a button that copies it. Long lines wrap, so that a phone shows all of them. */
export function CodeBlock({ label, text, copied: value = text }: CodeBlockProps) {
  return (
    <figure className={css.block} aria-label={label}>
      <Group component="figcaption" justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {label}
        </Text>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="subtle" onClick={copy} aria-label={t`Copy: ${label}`}>
              <span aria-live="polite">{copied ? t`Copied` : t`Copy`}</span>
            </Button>
          )}
        </CopyButton>
      </Group>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  )
}
