import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Code } from '@mantine/core'
import MessageCircle from 'lucide-react/icons/message-circle'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { HUB } from '../../urls.ts'

/** Replaces the message input on a server without a chat model. */
export function NoModel() {
  return (
    <EmptyState
      icon={MessageCircle}
      title={t`No assistant on this server yet`}
      action={
        <ButtonLink to={HUB.memories} variant="default">
          <Trans>Look at your memories</Trans>
        </ButtonLink>
      }
    >
      <Trans>
        It has no chat model to reply with. The operator of the server sets one in <Code>MODEL_URL</Code> and restarts
        it again; then you can write here. Everything else works.
      </Trans>
    </EmptyState>
  )
}
