import { Stack, Text, Title, UnstyledButton } from '@mantine/core'
import type { Shape } from '../api/client.ts'

type Graph = Shape<'MemoryGraph'>
type Relation = Shape<'GraphEdge'>['relation']

const SHOWN_MAX = 8
const WIDTH = 520
const HEIGHT = 260
const CENTRE = { x: WIDTH / 2, y: HEIGHT / 2 }
const REACH = { x: 200, y: 96 }
const STROKE_MAX = 5

const IN_WORDS: Record<Relation, string> = {
  person: 'the same person',
  place: 'the same place',
  organisation: 'the same organisation',
  thing: 'the same thing',
  topic: 'the same topic',
  subject: 'the same subject',
  session: 'saved at the same time',
  similar: 'similar words',
}

/** What a memory hangs together with: a picture, and beneath it the same as a list to read and to follow. */
export function Neighbours({ graph, onShow }: { graph: Graph; onShow: (id: string) => void }) {
  const near = graph.nodes.slice(1, SHOWN_MAX + 1).map((memory, at) => {
    const edges = graph.edges.filter(({ to }) => to === memory.id)
    const weight = Math.max(...edges.map(({ weight }) => weight))
    return { memory, weight, why: edges.map(({ relation }) => IN_WORDS[relation]).join(', '), number: at + 1 }
  })
  return (
    <Stack component="section" gap="xs">
      <Title order={3} size="h5">
        Related memories
      </Title>
      {near.length === 0 ? (
        <Text c="dimmed">None yet. The more is remembered, the more you find here.</Text>
      ) : (
        <>
          <Picture near={near} />
          <ol className="plain-list numbered">
            {near.map(({ memory, why, number }) => (
              <li key={memory.id}>
                <UnstyledButton onClick={() => onShow(memory.id)} className="neighbour">
                  <span className="number" aria-hidden>
                    {number}
                  </span>
                  <span>
                    <Text component="span" size="sm" display="block" className="breaks" lineClamp={3} dir="auto">
                      {memory.content}
                    </Text>
                    <Text component="span" size="xs" c="dimmed">
                      {why}
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

function Picture({ near }: { near: readonly { weight: number; number: number }[] }) {
  const placed = near.map(({ weight, number }, at) => {
    const turn = (at / near.length) * 2 * Math.PI - Math.PI / 2
    // The nearer, the shorter the line.
    const far = 1 - 0.45 * weight
    return {
      weight,
      number,
      x: CENTRE.x + REACH.x * far * Math.cos(turn),
      y: CENTRE.y + REACH.y * far * Math.sin(turn),
    }
  })
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="graph"
      role="img"
      aria-label={`This memory and ${near.length} near it; the list below says what they are.`}
    >
      {placed.map(({ number, x, y, weight }) => (
        <line key={number} x1={CENTRE.x} y1={CENTRE.y} x2={x} y2={y} strokeWidth={1 + STROKE_MAX * weight} />
      ))}
      <circle cx={CENTRE.x} cy={CENTRE.y} r={20} className="centre" />
      {placed.map(({ number, x, y }) => (
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
