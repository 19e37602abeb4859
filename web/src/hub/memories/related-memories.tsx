import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text, Title, UnstyledButton } from '@mantine/core'
import type { Shape } from '../../api/client.ts'
import { formatList } from '../../i18n/format.ts'
import utilities from '../../ui/utilities.module.css'
import css from './related-memories.module.css'

type Relation = Shape<'GraphEdge'>['relation']

const RELATED_MAX = 8
// Fewer are said as well by the list alone.
const DRAWN_MIN = 3
const WIDTH = 520
const CENTRE = { x: WIDTH / 2, y: 0 }
const RADIUS = { x: 200, y: 96 }
const STROKE_MAX = 5
const MARGIN = 18

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

/** The memories related to one, as a drawing and as a list of buttons. */
export function RelatedMemories({ graph, onShow }: RelatedMemoriesProps) {
  const related = graph.nodes.slice(1, RELATED_MAX + 1).map((memory, index) => {
    const edges = graph.edges.filter(({ to }) => to === memory.id)
    const weight = Math.max(...edges.map(({ weight }) => weight))
    const reasons = formatList(
      edges.map(({ relation }) => i18n._(RELATION_LABELS[relation])),
      'unit',
    )
    return { memory, weight, reasons, number: index + 1 }
  })
  return (
    <Stack component="section" gap="xs">
      <Title order={3} size="h5">
        <Trans>Related memories</Trans>
      </Title>
      {related.length === 0 ? (
        <Text c="dimmed">
          <Trans>None yet. The more is remembered, the more you find here.</Trans>
        </Text>
      ) : (
        <>
          {related.length >= DRAWN_MIN && <Graph related={related} />}
          <ol className={utilities.plainList}>
            {related.map(({ memory, reasons, number }) => (
              <li key={memory.id}>
                <UnstyledButton onClick={() => onShow(memory.id)} className={css.item}>
                  <span className={css.number} aria-hidden>
                    {number}
                  </span>
                  <span>
                    <Text
                      component="span"
                      size="sm"
                      display="block"
                      className={utilities.breakWords}
                      lineClamp={3}
                      dir="auto"
                    >
                      {memory.content}
                    </Text>
                    <Text component="span" size="xs" c="dimmed">
                      {reasons}
                    </Text>
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ol>
        </>
      )}
    </Stack>
  )
}

/** The related memories in an ellipse around the memory; a greater weight means a shorter and thicker line. */
function Graph({ related }: { related: readonly { weight: number; number: number }[] }) {
  const points = related.map(({ weight, number }, index) => {
    const angle = (index / related.length) * 2 * Math.PI - Math.PI / 2
    const distance = 1 - 0.45 * weight
    return {
      weight,
      number,
      x: CENTRE.x + RADIUS.x * distance * Math.cos(angle),
      y: CENTRE.y + RADIUS.y * distance * Math.sin(angle),
    }
  })
  // As high as what is drawn.
  const top = Math.min(...points.map(({ y }) => y)) - MARGIN
  const bottom = Math.max(...points.map(({ y }) => y)) + MARGIN
  return (
    <svg
      viewBox={`0 ${top} ${WIDTH} ${bottom - top}`}
      className={css.graph}
      role="img"
      aria-label={t`This memory and ${related.length} near it; the list below says what they are.`}
    >
      {points.map(({ number, x, y, weight }) => (
        <line key={number} x1={CENTRE.x} y1={CENTRE.y} x2={x} y2={y} strokeWidth={1 + STROKE_MAX * weight} />
      ))}
      <circle cx={CENTRE.x} cy={CENTRE.y} r={20} className={css.centre} />
      {points.map(({ number, x, y }) => (
        <g key={number}>
          <circle cx={x} cy={y} r={15} />
          <text x={x} y={y} dy="0.35em" textAnchor="middle">
            {number}
          </text>
        </g>
      ))}
    </svg>
  )
}
