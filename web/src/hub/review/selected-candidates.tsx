import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Affix, Button, Group, Stack, Text, Transition } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { useAction } from '../../ui/action.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { suggestionsIn } from '../../ui/counts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { invalidateMemories } from '../memories/memory.ts'
import css from '../memories/selection-bar.module.css'
import { showUndo } from '../memories/undo.tsx'

// Of one request.
const DECIDED_MAX = 100

type Decision = 'accept' | 'decline' | 'reopen'

/** Decides on candidates; returns the ids of those that changed. */
async function decide(decision: Decision, ids: readonly string[]): Promise<string[]> {
  const changed: string[] = []
  try {
    for (let at = 0; at < ids.length; at += DECIDED_MAX) {
      const body = { decision, ids: ids.slice(at, at + DECIDED_MAX) }
      changed.push(...(await unwrap(api.POST('/v1/candidates/decide', { body }))).changed)
    }
  } finally {
    await Promise.all([invalidate(queryKeys.candidates, queryKeys.chats), invalidateMemories()])
  }
  return changed
}

interface SelectedCandidatesProps {
  ids: readonly string[]
  onClear: () => void
  onSelectAll: () => void
}

/** The decisions on all selected suggestions, in a bar at the bottom of the window. */
export function SelectedCandidates({ ids, onClear, onSelectAll }: SelectedCandidatesProps) {
  const [asking, setAsking] = useState(false)
  const action = useAction()
  const count = suggestionsIn(ids.length)
  const keep = () =>
    action.run(async () => {
      const kept = await decide('accept', ids)
      onClear()
      showUndo(t`Kept: ${suggestionsIn(kept.length)}`, async () => {
        await decide('reopen', kept)
      })
    })
  const decline = async () => {
    const declined = await decide('decline', ids)
    onClear()
    notifications.show({ message: t`Declined: ${suggestionsIn(declined.length)}` })
  }
  return (
    <>
      <Transition mounted={ids.length > 0} transition="slide-up">
        {(style) => (
          <Affix position={{ bottom: 16, left: 8, right: 8 }} style={{ pointerEvents: 'none' }}>
            <Stack
              role="region"
              aria-label={t`Selected suggestions`}
              className={css.bar}
              style={{ ...style, pointerEvents: 'auto' }}
              w="fit-content"
              mx="auto"
              px="md"
              py="xs"
              gap="xs"
            >
              <Group gap="xs" justify="center">
                <Text size="sm" fw={600} me="xs">
                  <Trans>{count} selected</Trans>
                </Text>
                <Button size="compact-md" variant="subtle" onClick={onSelectAll}>
                  <Trans>Select all shown</Trans>
                </Button>
                <Button size="compact-md" loading={action.busy} onClick={keep}>
                  <Trans>Keep</Trans>
                </Button>
                <Button size="compact-md" variant="default" onClick={() => setAsking(true)}>
                  <Trans>Decline</Trans>
                </Button>
                <Button size="compact-md" variant="subtle" onClick={onClear}>
                  <Trans>Clear</Trans>
                </Button>
              </Group>
              {action.error !== undefined && <ErrorAlert error={action.error} />}
            </Stack>
          </Affix>
        )}
      </Transition>
      <Confirm
        title={t`Decline ${count}?`}
        submitLabel={t`Decline`}
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={decline}
      >
        <Text>
          <Trans>Their text is deleted for good. The same import does not suggest them again.</Trans>
        </Text>
      </Confirm>
    </>
  )
}
