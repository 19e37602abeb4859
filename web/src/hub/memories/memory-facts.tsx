import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { withMarks } from '../../ui/hidden-characters.ts'
import { Timestamp } from '../../ui/timestamp.tsx'
import utilities from '../../ui/utilities.module.css'
import { differences } from './differences.ts'
import type { Memory } from './memory.ts'
import { Pieces } from './pieces.tsx'
import { Source } from './source.tsx'
import { TopicLabel } from './topic-label.tsx'

interface MemoryFactsProps {
  memory: Memory
  /** Marks the words that this text does not have. */
  unlike?: string
}

/** The content of a memory, and below it its topic, its source, who changed it last, and its time. */
export function MemoryFacts({ memory, unlike }: MemoryFactsProps) {
  const content = withMarks(memory.content)
  const editor = editorOf(memory)
  return (
    <>
      <Text component="span" display="block" className={utilities.userText} dir="auto" lineClamp={8}>
        {unlike === undefined ? content : <Pieces pieces={differences(content, withMarks(unlike))} />}
      </Text>
      <Group component="span" gap="2px var(--mantine-spacing-xs)" mt={4}>
        <TopicLabel scope={memory.scope} />
        <Text component="span" size="xs" c="dimmed">
          {editor === undefined ? (
            <Trans>
              added by <Source slug={memory.sourceApp} /> · <Timestamp at={memory.validFrom} />
            </Trans>
          ) : (
            <Trans>
              added by <Source slug={memory.sourceApp} />, changed by <Source slug={editor} /> ·{' '}
              <Timestamp at={memory.validFrom} />
            </Trans>
          )}
        </Text>
      </Group>
    </>
  )
}

/** The slug of the app that changed a memory last, or `null` for the user; `undefined` if that is its source. */
function editorOf({ editedBy, sourceApp }: Memory): string | null | undefined {
  if (!editedBy || editedBy.actor === 'service') return undefined
  const editor = editedBy.actor === 'app' ? editedBy.app : null
  return editor === sourceApp ? undefined : editor
}
