import { plural, t } from '@lingui/core/macro'
import { Button, Checkbox, Group, Text } from '@mantine/core'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useAction } from '../../ui/action.ts'
import { suggestionsIn } from '../../ui/counts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import type { Preview } from './protocol.ts'

export type ModelReader = NonNullable<Shape<'ImportPage'>['reader']>

/** Tokens of a call besides what the person said: the instructions and the answer. */
const CALL_TOKENS = 900
const CHARS_PER_TOKEN = 4

const callsIn = (count: number): string => plural(count, { one: '# call', other: '# calls' })

/** Characters of what the person said in chats that may be read. */
export function saidIn(chats: Preview['chats']): number {
  return chats.reduce((sum, { said }) => sum + said, 0)
}

/** Has the chat model read the chats of an import, or stops it. */
export async function setReading(id: string, on: boolean): Promise<void> {
  await unwrap(api.POST('/v1/imports/{id}/reading', { params: { path: { id } }, body: { on } }))
  await invalidate(queryKeys.imports)
}

interface ReadWithModelProps {
  said: number
  model: ModelReader
  checked: boolean
  onChange: (checked: boolean) => void
}

/** The choice whether the chat model reads the chats, with what it costs at most. */
export function ReadWithModel({ said, model, checked, onChange }: ReadWithModelProps) {
  const needed = Math.ceil(said / model.charsPerCall)
  const allowed = Math.min(needed, model.callsMax)
  const read = Math.min(said, allowed * model.charsPerCall)
  const calls = callsIn(allowed)
  const tokens = formatNumber(Math.ceil((read / CHARS_PER_TOKEN + allowed * CALL_TOKENS) / 1_000) * 1_000)
  const rest = needed > allowed ? t`The newest chats are read first; you can have it read on later.` : ''
  return (
    <Checkbox
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={t`Have the chat model read the chats afterwards`}
      description={`${t`About ${calls} and at most ${tokens} tokens. What you said is sent to the model of this service; the answers are not. What it finds waits in your review.`} ${rest}`}
    />
  )
}

/** How far the chat model has read the chats of an import, with what can be done about it. */
export function ReadingState({ record: { id, reading } }: { record: Shape<'ImportRecord'> }) {
  const action = useAction()
  const isBusy = reading?.state === 'queued'
  const calls = callsIn(reading?.calls ?? 0)
  const found = suggestionsIn(reading?.found ?? 0)
  const states = {
    queued: t`The chat model is reading the chats: ${calls}, ${found} so far.`,
    paused: t`The chat model has stopped reading: ${calls}, ${found}.`,
    done: t`The chat model has read the chats: ${calls}, ${found}.`,
    failed: t`The chat model could not read on: ${calls}, ${found}.`,
  }
  return (
    <Group gap="xs" mt={4}>
      {reading && (
        <Text size="xs" c="dimmed" role="status">
          {states[reading.state]}
        </Text>
      )}
      {reading?.state !== 'done' && (
        <Button
          size="compact-xs"
          variant="default"
          loading={action.busy}
          onClick={() => action.run(() => setReading(id, !isBusy))}
        >
          {isBusy ? t`Stop` : reading ? t`Read on` : t`Read with the chat model`}
        </Button>
      )}
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </Group>
  )
}
