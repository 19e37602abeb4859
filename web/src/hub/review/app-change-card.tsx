import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Stack, Text } from '@mantine/core'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { Shape } from '../../api/client.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { focusMain } from '../../ui/focus.ts'
import { withMarks } from '../../ui/hidden-characters.ts'
import { Timestamp } from '../../ui/timestamp.tsx'
import utilities from '../../ui/utilities.module.css'
import { restoreMemory } from '../memories/memory-changes.ts'
import { MemoryFacts } from '../memories/memory-facts.tsx'
import { Source } from '../memories/source.tsx'
import css from './question-card.module.css'

const LABEL_CHARS = 60

/** What an app changed of a statement about health or safety: before and after, and a button that takes it back. */
export function AppChangeCard({ change: { at, app, change, before, after } }: { change: Shape<'AppChange'> }) {
  const action = useAction()
  const takeBack = () =>
    action.run(async () => {
      await restoreMemory(before.id, before.revision)
      focusMain()
    })
  return (
    <Box
      component="article"
      className={utilities.surface}
      p="sm"
      aria-label={t`Changed by an app: ${withMarks(before.content).slice(0, LABEL_CHARS)}`}
    >
      <Stack gap="sm">
        <Text size="sm">
          <Did app={app} change={change} /> ·{' '}
          <Text span c="dimmed">
            <Timestamp at={at} />
          </Text>
        </Text>
        <div className={after ? css.sides : undefined}>
          <div>
            <Text size="xs" fw={600} c="dimmed">
              <Trans>Before</Trans>
            </Text>
            <MemoryFacts memory={before} />
          </div>
          {after && (
            <>
              <ArrowRight size={18} className={css.arrow} aria-hidden />
              <div>
                <Text size="xs" fw={600} c="dimmed">
                  <Trans>Now</Trans>
                </Text>
                <MemoryFacts memory={after} unlike={before.content} />
              </div>
            </>
          )}
        </div>
        {action.error !== undefined && <ErrorAlert error={action.error} />}
        <Button size="compact-sm" w="fit-content" loading={action.busy} onClick={takeBack}>
          {change === 'deleted' ? t`Restore it` : t`Take back the change`}
        </Button>
      </Stack>
    </Box>
  )
}

function Did({ app, change }: Pick<Shape<'AppChange'>, 'app' | 'change'>) {
  const name = <Source slug={app} />
  if (change === 'deleted') return <Trans>{name} deleted this</Trans>
  if (change === 'superseded') return <Trans>{name} replaced this</Trans>
  if (change === 'moved') return <Trans>{name} moved this to another topic</Trans>
  return <Trans>{name} changed this</Trans>
}
