import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import MessageCircle from 'lucide-react/icons/message-circle'
import { EmptyState } from '../../ui/empty-state.tsx'
import css from './starters.module.css'

const starters = (): readonly string[] => [
  t`What do you know about me?`,
  t`What could I do this weekend?`,
  t`I would like to tell you something about me.`,
]

interface StartersProps {
  onStart: (message: string) => void
  busy: boolean
}

/** Replaces the messages of an empty chat: first messages to begin with. */
export function Starters({ onStart, busy }: StartersProps) {
  return (
    <EmptyState
      icon={MessageCircle}
      title={t`What is on your mind?`}
      action={
        <Stack gap={8} mt="xs" className={css.starters}>
          {starters().map((starter) => (
            <Button
              key={starter}
              variant="light"
              h="auto"
              mih={40}
              py={8}
              classNames={{ label: css.starter }}
              disabled={busy}
              onClick={() => onStart(starter)}
            >
              {starter}
            </Button>
          ))}
        </Stack>
      }
    >
      <Trans>Write it down, or begin with one of these.</Trans>
    </EmptyState>
  )
}
