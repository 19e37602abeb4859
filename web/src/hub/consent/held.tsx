import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Shape } from '../../api/client.ts'
import { memoriesIn } from '../../ui/counts.ts'
import { withMarks } from '../../ui/hidden-characters.ts'
import { withMember } from '../../ui/sets.ts'
import { topicName } from '../../ui/topic-name.ts'
import utilities from '../../ui/utilities.module.css'

/** Texts of a topic that are shown at first, and the lines of each. */
const TEXTS_SHOWN = 3
const LINES_SHOWN = 4
/** A text of more characters may have more than those lines on a phone. */
const SHORT_CHARS = 140

/** What the person chose to save of what the app holds. */
export interface Saved {
  topics: ReadonlySet<string>
  /** Whether what looks like a secret is saved, too. */
  secrets: boolean
}
export const NOTHING_SAVED: Saved = { topics: new Set(), secrets: false }

interface HeldProps {
  app: string
  held: Shape<'HeldSummary'>
  saved: Saved
  onChange: (saved: Saved) => void
}

/** What the app remembers of the person from before: they read it and choose what to save here. Nothing is chosen for them. */
export function HeldMemories({ app, held, saved, onChange }: HeldProps) {
  const secrets = held.topics
    .filter(({ topic }) => saved.topics.has(topic))
    .flatMap(({ texts }) => texts.filter(({ secret }) => secret)).length
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
      {held.topics.map((each) => (
        <HeldTopic
          key={each.topic}
          held={each}
          isChosen={saved.topics.has(each.topic)}
          onChoose={(isChosen) => onChange({ ...saved, topics: withMember(saved.topics, each.topic, isChosen) })}
        />
      ))}
      {secrets > 0 && (
        <Checkbox
          label={t`Save passwords, keys and card numbers, too`}
          description={t`${memoriesIn(secrets)} may hold one. Apps that you let read them would see it. Without this tick, they are left out.`}
          checked={saved.secrets}
          onChange={(event) => onChange({ ...saved, secrets: event.currentTarget.checked })}
        />
      )}
    </Stack>
  )
}

interface HeldTopicProps {
  held: Shape<'HeldTopic'>
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** A topic with its texts, so that nothing is saved unread; long ones, and those after the first, on demand. */
function HeldTopic({ held: { topic, memories, texts }, isChosen, onChoose }: HeldTopicProps) {
  const [expanded, setExpanded] = useState(false)
  const shown = expanded ? texts : texts.slice(0, TEXTS_SHOWN)
  const isCut = texts.length > TEXTS_SHOWN || texts.some(({ content }) => isLong(content))
  return (
    <div>
      <Checkbox
        label={t`Save ${topicName(topic)}`}
        description={memoriesIn(memories)}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <Stack component="ul" gap={6} mt={6} mb={0} ps={46}>
        {shown.map(({ content, secret }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change, and texts may be equal
          <li key={at}>
            {secret && (
              <Badge variant="default">
                <Trans>may hold a secret</Trans>
              </Badge>
            )}
            <Text size="sm" className={utilities.userText} dir="auto" lineClamp={expanded ? undefined : LINES_SHOWN}>
              {withMarks(content)}
            </Text>
          </li>
        ))}
      </Stack>
      {isCut && (
        <Button
          size="compact-sm"
          variant="subtle"
          ms={24}
          mt={4}
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? t`Show less of ${topicName(topic)}` : t`Read all ${memoriesIn(memories)}`}
        </Button>
      )}
    </div>
  )
}

const isLong = (text: string) => text.length > SHORT_CHARS || text.split('\n').length > LINES_SHOWN

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
