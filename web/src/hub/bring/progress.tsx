import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatList, formatNumber } from '../../i18n/format.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { ButtonLink, TextLink } from '../../ui/link.tsx'
import { Note } from '../../ui/note.tsx'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import { amount } from './amounts.ts'
import { Refusal } from './reader.ts'
import { RefusalAlert } from './refusal-alert.tsx'
import { TakeBackImport } from './take-back.tsx'
import type { ImportState, Sent } from './use-import.ts'

const PERCENT = 100

interface Actions {
  stop: () => void
  resume: () => void
  reset: () => void
}

/** How far reading or sending is, and what became of it. */
export function ImportProgress({ state, stop, resume, reset }: { state: ImportState } & Actions) {
  if (state.step === 'reading') {
    const { bytes = 0, bytesTotal = 0, records = 0 } = state.progress ?? {}
    return (
      <Box title={t`Reading`}>
        <Progress value={bytesTotal ? (PERCENT * bytes) / bytesTotal : 0} animated aria-label={t`How much is read`} />
        <Text size="sm" c="dimmed" role="status">
          <Trans>{amount(records, 'entry')} found so far</Trans>
        </Text>
        <Group>
          <Button variant="default" onClick={reset}>
            <Trans>Stop</Trans>
          </Button>
        </Group>
      </Box>
    )
  }
  if (state.step === 'sending')
    return (
      <Box title={t`Importing`}>
        <Progress value={PERCENT * state.share} animated aria-label={t`How much is imported`} />
        <Summary sent={state.sent} />
        <Group>
          <Button variant="default" onClick={stop} loading={state.isStopping}>
            <Trans>Stop</Trans>
          </Button>
        </Group>
      </Box>
    )
  if (state.step === 'stopped')
    return (
      <Box title={t`Stopped`}>
        <Progress value={PERCENT * state.share} aria-label={t`How much is imported`} />
        <Summary sent={state.sent} />
        <Text size="sm">
          <Trans>What is stored is complete. You can continue, or take it back.</Trans>
        </Text>
        <Problem error={state.error} />
        <Group>
          {!(state.error instanceof Refusal) && (
            <Button onClick={resume}>
              <Trans>Continue</Trans>
            </Button>
          )}
          {state.sent && <TakeBackImport record={state.sent.record} onDone={reset} />}
          <Button variant="default" onClick={reset}>
            <Trans>Close</Trans>
          </Button>
        </Group>
      </Box>
    )
  return state.step === 'done' ? <Done sent={state.sent} reset={reset} /> : null
}

function Problem({ error }: { error: unknown }) {
  if (error === undefined) return null
  return error instanceof Refusal ? <RefusalAlert refusal={error} /> : <ErrorAlert error={error} />
}

function Done({ sent, reset }: { sent: Sent; reset: () => void }) {
  const { counts } = sent.record
  return (
    <Box title={t`Imported`}>
      <Summary sent={sent} />
      {sent.overLimit > 0 && (
        <Note tone="warning">
          <Trans>
            {formatNumber(sent.overLimit)} did not fit. Make room, and import the same file again: only what is missing
            is added.
          </Trans>
        </Note>
      )}
      {sent.failed > 0 && (
        <details>
          <summary>
            <Trans>{formatNumber(sent.failed)} could not be stored</Trans>
          </summary>
          <ul className={utilities.plainList}>
            {sent.messages.map((message) => (
              <li key={message}>
                <Text size="sm" c="dimmed" className={utilities.breakWords}>
                  {message}
                </Text>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Group>
        <ButtonLink to={HUB.memories}>
          <Trans>See your memories</Trans>
        </ButtonLink>
        {counts.candidates > 0 && (
          <ButtonLink to={HUB.review} variant="default">
            <Trans>Review suggestions</Trans>
          </ButtonLink>
        )}
        <TakeBackImport record={sent.record} onDone={reset} />
      </Group>
      <Text size="sm">
        {counts.chats > 0 && (
          <Trans>
            The chats are under <TextLink to={HUB.chats}>Chat</TextLink>.
          </Trans>
        )}{' '}
        <Button variant="transparent" size="compact-sm" px={0} onClick={reset}>
          <Trans>Import something else</Trans>
        </Button>
      </Text>
    </Box>
  )
}

/** What is stored so far. */
function Summary({ sent }: { sent: Sent | undefined }) {
  if (!sent)
    return (
      <Text role="status">
        <Trans>Nothing is stored so far.</Trans>
      </Text>
    )
  const { memories, updated, chats, messages, candidates } = sent.record.counts
  const parts = [
    amount(memories, 'memory'),
    updated > 0 && t`${formatNumber(updated)} updated`,
    chats + messages > 0 && t`${amount(chats, 'chat')} with ${amount(messages, 'message')}`,
    candidates > 0 && t`${amount(candidates, 'suggestion')} to review`,
  ].filter((part) => part !== false)
  return (
    <Text role="status">
      {t`Stored: ${formatList(parts, 'unit')}.`}{' '}
      {sent.skipped > 0 && t`${amount(sent.skipped, 'entry')} there already.`}
    </Text>
  )
}

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" className={utilities.surface} p={{ base: 'md', sm: 'xl' }} gap="md" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  )
}
