import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text, Title, UnstyledButton } from '@mantine/core'
import type { Shape } from '../../api/client.ts'
import { formatList } from '../../i18n/format.ts'
import { withMarks } from '../../ui/hidden-characters.ts'
import { TopicIcon } from '../../ui/topic-icon.tsx'
import utilities from '../../ui/utilities.module.css'
import css from './related-memories.module.css'

type Relation = Shape<'GraphEdge'>['relation']

const RELATED_MAX = 8
const STROKE_MAX = 3
// The drawing is stretched over two columns with the memory between them, in units of a hundredth of it.
const CENTRE = 50
const COLUMN_ENDS = [40, 60] as const

const RELATION_LABELS: Record<Relation, MessageDescriptor> = {
  person: msg`the same person`,
  place: msg`the same place`,
  organisation: msg`the same organisation`,
  thing: msg`the same thing`,
  topic: msg`the same topic`,
  subject: msg`the same subject`,
  session: msg`saved at the same time`,
  similar: msg`similar words`,
}

interface RelatedMemoriesProps {
  /** The first node is the memory itself. */
  graph: Shape<'MemoryGraph'>
  onShow: (id: string) => void
}

/** The memories related to one, drawn around it: each says what relates it, and a thicker line means more of that. */
export function RelatedMemories({ graph, onShow }: RelatedMemoriesProps) {
  const [memory, ...others] = graph.nodes
  const related = others.slice(0, RELATED_MAX).map((memory) => {
    const edges = graph.edges.filter(({ to }) => to === memory.id)
    const weight = Math.max(...edges.map(({ weight }) => weight))
    const words = formatList(
      edges.map(({ relation }) => i18n._(RELATION_LABELS[relation])),
      'unit',
    )
    return { memory, weight, words }
  })
  return (
    <Stack component="section" gap="xs" aria-label={t`Related memories`}>
      <Title order={3} size="h5">
        <Trans>Related memories</Trans>
      </Title>
      {related.length === 0 ? (
        <Text c="dimmed">
          <Trans>None yet. The more is remembered, the more you find here.</Trans>
        </Text>
      ) : (
        <div className={css.graph}>
          <Lines related={related} />
          <span className={css.centre} aria-hidden>
            {memory && <TopicIcon topic={memory.scope} />}
          </span>
          <ol className={css.list}>
            {related.map(({ memory, words }) => (
              <li key={memory.id}>
                <UnstyledButton onClick={() => onShow(memory.id)} className={css.item}>
                  <Text component="span" size="xs" c="dimmed" display="block">
                    {words}
                  </Text>
                  <Text component="span" size="sm" className={utilities.breakWords} lineClamp={3} dir="auto">
                    {withMarks(memory.content)}
                  </Text>
                </UnstyledButton>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Stack>
  )
}

interface LinesProps {
  related: readonly { memory: { id: string }; weight: number }[]
}

/** Lines from the memory to those around it, which alternate between the columns in rows of one height. */
function Lines({ related }: LinesProps) {
  const rows = Math.ceil(related.length / 2)
  const pathTo = (index: number) => {
    const y = ((Math.floor(index / 2) + 0.5) / rows) * 100
    return `M${CENTRE} ${CENTRE} Q${CENTRE} ${y} ${COLUMN_ENDS[index % 2]} ${y}`
  }
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={css.lines} aria-hidden="true">
      {related.map(({ memory, weight }, index) => (
        <path key={memory.id} d={pathTo(index)} strokeWidth={1 + STROKE_MAX * weight} />
      ))}
    </svg>
  )
}
