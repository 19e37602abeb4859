import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { connectionsQuery, queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { useAction } from '../../ui/action.ts'
import colors from '../../ui/app-color.module.css'
import { appColor } from '../../ui/app-color.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { withMarks } from '../../ui/hidden-characters.ts'
import { TextLink } from '../../ui/link.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { kindName } from '../../ui/topic-name.ts'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import { MemoryFields } from '../memories/edit-memory.tsx'
import { invalidateMemories } from '../memories/memory.ts'
import { TopicLabel } from '../memories/topic-label.tsx'

type Reviewed = Shape<'ReviewedCandidate'>

const LABEL_CHARS = 60

const STATUS_LABELS: Record<Reviewed['status'], MessageDescriptor> = {
  pending: msg`Remember this?`,
  recorded: msg`Already kept`,
  accepted: msg`Kept`,
  declined: msg`Not kept`,
  undone: msg`Deleted`,
}

interface CandidateCardProps {
  reviewed: Reviewed
  /** If it can be selected, to decide on several at once. */
  selection?: Selection | undefined
  /** Whether it is shown in its chat, to which it then has no link. */
  inChat?: boolean
}

interface Selection {
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}

/** A memory that a model proposed. The user accepts it, edits it first, or declines it. */
export function CandidateCard({ reviewed, selection, inChat = false }: CandidateCardProps) {
  const { id, status, candidate, replaces } = reviewed
  const label = i18n._(STATUS_LABELS[status])
  const [editing, setEditing] = useState(false)
  const action = useAction()
  const path = { params: { path: { id } } }
  const decide = (request: () => Promise<unknown>) =>
    action.run(async () => {
      await request()
      await Promise.all([invalidate(queryKeys.candidates, queryKeys.chats), invalidateMemories()])
    })
  const accept = (body: object) => decide(() => unwrap(api.POST('/v1/candidates/{id}/accept', { ...path, body })))
  const decline = () => decide(() => unwrap(api.POST('/v1/candidates/{id}/decline', path)))
  return (
    <Box component="article" className={utilities.surface} p="sm" aria-label={label}>
      <Stack gap="xs">
        <Text size="xs" c="dimmed" role="status">
          {label}
          {' · '}
          <Origin reviewed={reviewed} inChat={inChat} />
          <Timestamp at={reviewed.at} as="date" />
        </Text>
        {replaces && (
          <Text size="sm" c="dimmed" className={utilities.userText} dir="auto">
            <Trans>It changed where it came from. If you keep it, it replaces: “{withMarks(replaces.content)}”</Trans>
          </Text>
        )}
        {editing && candidate ? (
          <EditCandidate
            candidate={candidate}
            error={action.error}
            busy={action.busy}
            onCancel={() => setEditing(false)}
            onSave={accept}
          />
        ) : (
          <>
            {candidate && (
              <Group align="flex-start" wrap="nowrap" gap="sm">
                {selection && <SelectCandidate content={candidate.content} {...selection} />}
                <Box flex={1} miw={0}>
                  <Text className={utilities.userText} dir="auto">
                    {withMarks(candidate.content)}
                  </Text>
                  <Group gap="xs" mt={4}>
                    <TopicLabel scope={candidate.scope} />
                    <Text size="xs" c="dimmed">
                      {kindName(candidate.type)}
                    </Text>
                  </Group>
                </Box>
              </Group>
            )}
            {action.error !== undefined && <ErrorAlert error={action.error} />}
            <Group gap="xs">
              {status === 'pending' && (
                <>
                  <Button size="compact-sm" loading={action.busy} onClick={() => accept({})}>
                    <Trans>Keep</Trans>
                  </Button>
                  <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
                    <Trans>Edit</Trans>
                  </Button>
                  <Button size="compact-sm" variant="default" onClick={decline}>
                    <Trans>Decline</Trans>
                  </Button>
                </>
              )}
              {(status === 'recorded' || status === 'accepted') && (
                <Button size="compact-sm" variant="default" loading={action.busy} onClick={decline}>
                  <Trans>Delete</Trans>
                </Button>
              )}
            </Group>
          </>
        )}
      </Stack>
    </Box>
  )
}

/** Where a suggestion comes from, with links: the app that proposed it, an import, a chat. */
function Origin({ reviewed: { app, source, chatId }, inChat }: { reviewed: Reviewed; inChat: boolean }) {
  return (
    <>
      {app && (
        <>
          <FromApp app={app} />
          {' · '}
        </>
      )}
      {source && (
        <>
          <Trans>
            found in{' '}
            <TextLink to={HUB.bring} inherit>
              an import from {source}
            </TextLink>
          </Trans>
          {' · '}
        </>
      )}
      {chatId && !inChat && (
        <>
          <TextLink to={HUB.chat} params={{ id: chatId }} inherit>
            {source || app ? t`its chat` : t`from a chat`}
          </TextLink>
          {' · '}
        </>
      )}
    </>
  )
}

/** The app that proposed a suggestion, with a link to its connection if there is one. */
function FromApp({ app: { name, slug } }: { app: NonNullable<Reviewed['app']> }) {
  const connection = useQuery(connectionsQuery).data?.find(({ app }) => app.slug === slug)
  if (!connection) return t`from ${name}`
  return (
    <Trans>
      from{' '}
      <TextLink
        to={HUB.connection}
        params={{ id: connection.id }}
        inherit
        className={`${colors.dot} ${appColor(slug)}`}
      >
        {name}
      </TextLink>
    </Trans>
  )
}

function SelectCandidate({ content, isSelected, onSelect }: Selection & { content: string }) {
  const label = withMarks(content).slice(0, LABEL_CHARS)
  return (
    <Checkbox
      mt={3}
      checked={isSelected}
      onChange={(event) => onSelect(event.currentTarget.checked)}
      aria-label={t`Select: ${label}`}
    />
  )
}

interface EditCandidateProps {
  candidate: NonNullable<Reviewed['candidate']>
  error: unknown
  busy: boolean
  onCancel: () => void
  onSave: (body: { content: string; scope: string; type: string }) => void
}

function EditCandidate({ candidate, error, busy, onCancel, onSave }: EditCandidateProps) {
  const { content, scope, type } = candidate
  const [draft, setDraft] = useState({ content, scope, type })
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSave(draft)
  }
  return (
    <form onSubmit={save}>
      <Stack gap="xs">
        <MemoryFields value={draft} onChange={setDraft} error={error} />
        <Group gap="xs" justify="flex-end">
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button size="compact-sm" type="submit" loading={busy}>
            <Trans>Keep this</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
