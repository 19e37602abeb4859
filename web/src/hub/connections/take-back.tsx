import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { formatList, formatNumber } from '../../i18n/format.ts'
import { useAction } from '../../ui/action.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { withMarks } from '../../ui/hidden-characters.ts'
import { Note } from '../../ui/note.tsx'
import utilities from '../../ui/utilities.module.css'
import { invalidateMemories } from '../memories/memory.ts'

type Undo = Shape<'UndoResult'>
type Example = NonNullable<Undo['examples']>[number]

/** A day in the reader's time zone, as `YYYY-MM-DD`. */
function dayOf(date: Date): string {
  const part = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`
}

/** Takes back what the app of a connection did since a day: shows what would change first, and can be taken back itself. */
export function TakeBack({ connection: { id, app } }: { connection: Shape<'OwnConnection'> }) {
  const [day, setDay] = useState(dayOf(new Date()))
  const [preview, setPreview] = useState<Undo>()
  const [confirming, setConfirming] = useState(false)
  const [done, setDone] = useState<Undo>()
  const action = useAction()
  const undo = (isPreview: boolean) => {
    const body = { since: new Date(`${day}T00:00`).toISOString(), preview: isPreview }
    return unwrap(api.POST('/v1/connections/{id}/undo', { params: { path: { id } }, body }))
  }
  const changed = () =>
    Promise.all([invalidateMemories(), invalidate(queryKeys.connections), invalidate(queryKeys.chats)])
  const show = (event: FormEvent) => {
    event.preventDefault()
    action.run(async () => {
      const counts = await undo(true)
      setPreview(counts)
      setConfirming(changesIn(counts) > 0)
    })
  }
  const takeBack = async () => {
    setDone(await undo(false))
    setPreview(undefined)
    await changed()
  }
  return (
    <Stack component="section" gap="xs">
      <Title order={2} size="h4">
        <Trans>Take back what it did</Trans>
      </Title>
      <Text size="sm" c="dimmed">
        <Trans>
          Removes what {app.name} added since a day, and restores what it changed or deleted. You see what would change
          first.
        </Trans>
      </Text>
      <form onSubmit={show}>
        <Group align="flex-end" gap="xs">
          <TextInput
            type="date"
            label={t`Since`}
            required
            withAsterisk={false}
            max={dayOf(new Date())}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={action.busy}>
            <Trans>Show what would change</Trans>
          </Button>
        </Group>
      </form>
      {action.error !== undefined && <ErrorAlert error={action.error} />}
      {preview && !changesIn(preview) && (
        <Text size="sm" role="status">
          {preview.skipped
            ? t`What it did since then was changed again by others, so nothing can be taken back.`
            : t`It has changed nothing since then.`}
        </Text>
      )}
      {done?.undo && <TakenBack key={done.undo} connection={id} undo={done.undo} counts={done} onReverted={changed} />}
      <Confirm
        title={t`Take back what ${app.name} did?`}
        submitLabel={t`Take it back`}
        opened={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={takeBack}
      >
        {preview && <Preview counts={preview} />}
      </Confirm>
    </Stack>
  )
}

/** A kind of what is taken back. Messages have no examples. */
interface Line {
  kind: Example['kind'] | 'messages'
  count: number
  line: string
}

/** What an undo changes, in words: “12 memories it added”. */
function linesOf({ created, edited, deleted, messages }: Undo): Line[] {
  return [
    {
      kind: 'created' as const,
      count: created,
      line: plural(created, {
        one: '# memory it added will move to the trash',
        other: '# memories it added will move to the trash',
      }),
    },
    {
      kind: 'edited' as const,
      count: edited,
      line: plural(edited, {
        one: '# memory it changed will be as before',
        other: '# memories it changed will be as before',
      }),
    },
    {
      kind: 'deleted' as const,
      count: deleted,
      line: plural(deleted, {
        one: '# memory it deleted will be restored',
        other: '# memories it deleted will be restored',
      }),
    },
    {
      kind: 'messages' as const,
      count: messages,
      line: plural(messages, {
        one: '# message of conversations it sent will be deleted',
        other: '# messages of conversations it sent will be deleted',
      }),
    },
  ].filter(({ count }) => count > 0)
}

const changesIn = ({ created, edited, deleted, messages }: Undo) => created + edited + deleted + messages

/** What would change, with examples. */
function Preview({ counts }: { counts: Undo }) {
  const { examples = [], skipped } = counts
  return (
    <Stack gap="md">
      {linesOf(counts).map(({ kind, line, count }) => {
        const shown = examples.filter((example) => example.kind === kind)
        const more = formatNumber(count - shown.length)
        return (
          <div key={kind}>
            <Text size="sm" fw={600}>
              {line}
            </Text>
            <ul className={utilities.plainList}>
              {shown.map((example) => (
                <li key={(example.now ?? example.after)?.id}>
                  <ExampleLine example={example} />
                </li>
              ))}
            </ul>
            {shown.length > 0 && count > shown.length && (
              <Text size="sm" c="dimmed" mt={4}>
                <Trans>and {more} more</Trans>
              </Text>
            )}
          </div>
        )
      })}
      {skipped > 0 && (
        <Text size="sm" c="dimmed">
          {plural(skipped, { other: '# more stay as they are, because they were changed again since.' })}
        </Text>
      )}
    </Stack>
  )
}

function ExampleLine({ example: { now, after } }: { example: Example }) {
  const content = withMarks((now ?? after)?.content ?? '')
  const text =
    now && after && now.content !== after.content
      ? t`“${withMarks(now.content)}” becomes “${withMarks(after.content)}”`
      : undefined
  return (
    <Text size="sm" c="dimmed" className={utilities.userText} lineClamp={3} dir="auto">
      {text ?? t`“${content}”`}
    </Text>
  )
}

interface TakenBackProps {
  connection: string
  undo: string
  counts: Undo
  onReverted: () => Promise<unknown>
}

/** What was taken back, with a button that takes this back. */
function TakenBack({ connection, undo, counts, onReverted }: TakenBackProps) {
  const [reverted, setReverted] = useState<Shape<'RevertResult'>>()
  const action = useAction()
  const revert = () =>
    action.run(async () => {
      const params = { path: { id: connection } }
      setReverted(await unwrap(api.POST('/v1/connections/{id}/undo/revert', { params, body: { undo } })))
      await onReverted()
    })
  const { created, edited, deleted, messages } = counts
  const parts = [
    created && plural(created, { other: '# moved to the trash' }),
    edited && plural(edited, { other: '# changed back' }),
    deleted && plural(deleted, { other: '# restored' }),
    messages && plural(messages, { one: '# message deleted', other: '# messages deleted' }),
  ].filter((part) => part !== 0)
  const list = formatList(parts, 'unit')
  return (
    <Note tone="success" role="status" title={reverted ? t`Everything is as it was before` : t`Taken back`}>
      {reverted ? (
        <Text size="sm">
          {reverted.skipped > 0 &&
            plural(reverted.skipped, {
              one: '# has changed since and stays as it is.',
              other: '# have changed since and stay as they are.',
            })}
        </Text>
      ) : (
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{t`${list}.`}</Text>
          {action.error !== undefined && <ErrorAlert error={action.error} />}
          <Button size="compact-sm" variant="default" loading={action.busy} onClick={revert}>
            <Trans>Undo this</Trans>
          </Button>
        </Stack>
      )}
    </Note>
  )
}
