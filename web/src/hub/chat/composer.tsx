import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'

interface ComposerProps {
  onSend: (text: string) => void
  busy: boolean
  /** Stops the reply in progress. */
  onStop?: () => void
}

/** The input for a message. Enter sends it; Shift+Enter starts a new line. */
export function Composer({ onSend, busy, onStop }: ComposerProps) {
  const [text, setText] = useState('')
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (busy || !text.trim()) return
    onSend(text.trim())
    setText('')
  }
  return (
    <form onSubmit={send}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Textarea
          flex={1}
          autosize
          dir="auto"
          minRows={1}
          maxRows={8}
          aria-label={t`Your message`}
          placeholder={t`Write to your assistant`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event)
          }}
        />
        {/* With a key each, so that a click that began on one of them never ends on the other. */}
        {busy && onStop ? (
          <Button key="stop" variant="default" onClick={onStop}>
            <Trans>Stop</Trans>
          </Button>
        ) : (
          <Button key="send" type="submit" loading={busy}>
            <Trans>Send</Trans>
          </Button>
        )}
      </Group>
    </form>
  )
}
