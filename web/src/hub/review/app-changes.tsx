import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Shape } from '../../api/client.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { focusMain } from '../../ui/focus.ts'
import { keepAppChanges } from '../memories/memory-changes.ts'
import { AppChangeCard } from './app-change-card.tsx'

/** What apps changed of statements about health and safety, until the user has taken it back or kept it. */
export function AppChanges({ changes }: { changes: UseQueryResult<Shape<'AppChanges'>> }) {
  const action = useAction()
  if (changes.error && !changes.data) return <ErrorAlert error={changes.error} retry={changes.refetch} />
  const items = changes.data?.items ?? []
  const newest = items.at(-1)
  if (!newest) return null
  const keep = () =>
    action.run(async () => {
      await keepAppChanges(newest.at)
      focusMain()
    })
  return (
    <Stack component="section" gap="sm" aria-labelledby="by-apps">
      <Group justify="space-between" align="end" gap="xs">
        <div>
          <Title order={2} size="h4" id="by-apps">
            <Trans>Changed by apps</Trans>
          </Title>
          <Text size="sm" c="dimmed">
            <Trans>This is about your health or safety. Take back what should have stayed as it was.</Trans>
          </Text>
        </div>
        <Button variant="default" loading={action.busy} onClick={keep}>
          {items.length === 1 ? t`Keep this change` : t`Keep these changes`}
        </Button>
      </Group>
      {action.error !== undefined && <ErrorAlert error={action.error} />}
      {[...items].reverse().map((change) => (
        <AppChangeCard key={change.before.id} change={change} />
      ))}
    </Stack>
  )
}
