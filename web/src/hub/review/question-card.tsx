import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { Shape } from '../../api/client.ts'
import { connectionsQuery } from '../../api/queries.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { focusMain } from '../../ui/focus.ts'
import { withMarks } from '../../ui/hidden-characters.ts'
import { TextLink } from '../../ui/link.tsx'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import { keepBoth, replaceMemory } from '../memories/memory-changes.ts'
import { MemoryFacts } from '../memories/memory-facts.tsx'
import css from './question-card.module.css'

const LABEL_CHARS = 60

/** A memory that another one may have replaced: the user decides whether it has, or whether both are true. */
export function QuestionCard({ memory, successor }: Shape<'SupersedingQuestion'>) {
  const action = useAction()
  const muted = useMutedSource({ memory, successor })
  const name = muted?.app.name
  const bothAreTrue = () =>
    action.run(async () => {
      await keepBoth(memory, successor)
      focusMain()
    })
  return (
    <Box
      component="article"
      className={utilities.surface}
      p="sm"
      aria-label={t`Has this changed: ${withMarks(memory.content).slice(0, LABEL_CHARS)}`}
    >
      <Stack gap="sm">
        <div className={css.sides}>
          <div>
            <Text size="xs" fw={600} c="dimmed">
              <Trans>Before</Trans>
            </Text>
            <MemoryFacts memory={memory} />
          </div>
          <ArrowRight size={18} className={css.arrow} aria-hidden />
          <div>
            <Text size="xs" fw={600} c="dimmed">
              <Trans>New</Trans>
            </Text>
            <MemoryFacts memory={successor} unlike={memory.content} />
          </div>
        </div>
        {muted && (
          <Text size="sm">
            <Trans>
              {name} is hidden from your other apps, so that it can replace nothing. Show it again under{' '}
              <TextLink inherit to={HUB.connection} params={{ id: muted.id }}>
                Connected apps
              </TextLink>{' '}
              to decide.
            </Trans>
          </Text>
        )}
        {action.error !== undefined && <ErrorAlert error={action.error} />}
        <Group gap="xs">
          {!muted && (
            <Button
              size="compact-sm"
              loading={action.busy}
              onClick={() => action.run(() => replaceMemory(memory, successor))}
            >
              <Trans>Yes, replace it</Trans>
            </Button>
          )}
          <Button size="compact-sm" variant="default" data-disabled={action.busy} onClick={bothAreTrue}>
            <Trans>No, both are true</Trans>
          </Button>
        </Group>
      </Stack>
    </Box>
  )
}

/**
 * The connection of the app that wrote the successor, if that app is muted: the service lets it replace nothing of others,
 * unless another memory has superseded the successor.
 */
function useMutedSource({ memory, successor }: Shape<'SupersedingQuestion'>): Shape<'OwnConnection'> | undefined {
  const { data: connections } = useQuery(connectionsQuery)
  if (successor.supersededBy !== null || successor.sourceApp === memory.sourceApp) return undefined
  return connections?.find(({ app, mutedAt }) => mutedAt !== null && app.slug === successor.sourceApp)
}
