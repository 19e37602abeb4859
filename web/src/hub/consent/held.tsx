import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Stack, Text, Title } from '@mantine/core'
import type { Shape } from '../../api/client.ts'
import { memoriesIn } from '../../ui/counts.ts'
import { topicName } from '../../ui/topic-name.ts'
import utilities from '../../ui/utilities.module.css'

interface HeldProps {
  app: string
  held: Shape<'HeldSummary'>
  chosen: ReadonlySet<string>
  onChoose: (topic: string, isChosen: boolean) => void
}

/** What the app remembers of the person from before: they choose what to save here. Nothing is chosen for them. */
export function HeldMemories({ app, held, chosen, onChoose }: HeldProps) {
  return (
    <Stack component="section" gap="sm" className={utilities.surface} p="md" aria-label={t`What the app remembers`}>
      <div>
        <Title order={2} size="h5">
          <Trans>
            {app} already holds {memoriesIn(held.memories)} about you
          </Trans>
        </Title>
        <Text size="sm" c="dimmed">
          <Trans>Tick what to save here, as your own. What you leave out is erased when you press “Allow”.</Trans>
        </Text>
      </div>
      {held.topics.map(({ topic, memories }) => (
        <Checkbox
          key={topic}
          label={t`Save ${topicName(topic)}`}
          description={memoriesIn(memories)}
          checked={chosen.has(topic)}
          onChange={(event) => onChoose(topic, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}

/** Shown for a link whose ticket is not valid any more. */
export function ExpiredClaim({ app }: { app: string }) {
  return (
    <Text size="sm">
      <Trans>
        The link to what {app} remembers about you has expired or was used. To save it here, start again from {app}.
      </Trans>
    </Text>
  )
}
