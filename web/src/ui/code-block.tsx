import { Button, CopyButton, Group, Text } from '@mantine/core'
import css from './code-block.module.css'

/** Code with a button that copies it. Long lines wrap, so that a phone shows all of them. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <figure className={css.block} aria-label={label}>
      <Group component="figcaption" justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {label}
        </Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="subtle" onClick={copy} aria-label={`Copy: ${label}`}>
              <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
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
