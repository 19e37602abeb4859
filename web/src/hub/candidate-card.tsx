import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { answer, api, type Shape } from '../api/client.ts'
import { queries } from '../api/session.ts'
import { useDeed } from '../ui/deed.ts'
import { Trouble } from '../ui/trouble.tsx'
import { MemoryFields } from './edit-memory.tsx'
import { memoriesChanged } from './memory.ts'

type Reviewed = Shape<'ReviewedCandidate'>

const STANDS: Record<Reviewed['status'], string> = {
  pending: 'Remember this?',
  recorded: 'Already kept',
  accepted: 'Kept',
  declined: 'Not kept',
  undone: 'Deleted',
}

/** Something a model proposes to remember. The person keeps it, puts it right, or declines. */
export function CandidateCard({ reviewed }: { reviewed: Reviewed }) {
  const { id, status, app, candidate } = reviewed
  const [editing, setEditing] = useState(false)
  const deed = useDeed()
  const path = { params: { path: { id } } }
  const then = (work: Promise<unknown>) =>
    deed.run(async () => {
      await work
      await decided()
    })
  const accept = (body: object) => then(answer(api.POST('/v1/candidates/{id}/accept', { ...path, body })))
  const decline = () => then(answer(api.POST('/v1/candidates/{id}/decline', path)))
  return (
    <Box component="article" className="surface" p="sm" aria-label={STANDS[status]}>
      <Stack gap="xs">
        <Text size="xs" c="dimmed" role="status">
          {STANDS[status]}
          {app && ` by ${app.name}`}
        </Text>
        {editing && candidate ? (
          <EditCandidate
            candidate={candidate}
            error={deed.error}
            busy={deed.busy}
            onCancel={() => setEditing(false)}
            onKeep={accept}
          />
        ) : (
          <>
            {candidate && (
              <div>
                <Text className="memory-text breaks" dir="auto">
                  {candidate.content}
                </Text>
                <Group gap="xs" mt={4}>
                  <Badge variant="light" color="gray" tt="none" size="sm" className="place">
                    {candidate.scope}
                  </Badge>
                  <Text size="xs" c="dimmed">
                    {candidate.type}
                  </Text>
                </Group>
              </div>
            )}
            {deed.error !== undefined && <Trouble error={deed.error} />}
            <Group gap="xs">
              {status === 'pending' && (
                <>
                  <Button size="compact-sm" loading={deed.busy} onClick={() => accept({})}>
                    Keep
                  </Button>
                  <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
                    Edit
                  </Button>
                  <Button size="compact-sm" variant="default" onClick={decline}>
                    Decline
                  </Button>
                </>
              )}
              {(status === 'recorded' || status === 'accepted') && (
                <Button size="compact-sm" variant="default" loading={deed.busy} onClick={decline}>
                  Delete
                </Button>
              )}
            </Group>
          </>
        )}
      </Stack>
    </Box>
  )
}

interface EditCandidateProps {
  candidate: NonNullable<Reviewed['candidate']>
  error: unknown
  busy: boolean
  onCancel: () => void
  onKeep: (body: { content: string; scope: string; type: string }) => void
}

function EditCandidate({ candidate, error, busy, onCancel, onKeep }: EditCandidateProps) {
  const { content, scope, type } = candidate
  const [draft, setDraft] = useState({ content, scope, type })
  const keep = (event: FormEvent) => {
    event.preventDefault()
    onKeep(draft)
  }
  return (
    <form onSubmit={keep}>
      <Stack gap="xs">
        <MemoryFields value={draft} onChange={setDraft} error={error} />
        <Group gap="xs" justify="flex-end">
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button size="compact-sm" type="submit" loading={busy}>
            Keep this
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

async function decided(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['candidates'] }),
    queries.invalidateQueries({ queryKey: ['chats'] }),
    memoriesChanged(),
  ])
}
