import type { Shape } from '../../api/client.ts'

const MONTHS_PER_YEAR = 12
/** The span of time of a point by how many months the whole covers: the shortest that makes few enough points. */
const SPANS = [1, 3, MONTHS_PER_YEAR, 5 * MONTHS_PER_YEAR, 10 * MONTHS_PER_YEAR] as const
const POINTS_MAX = 24
/** A shorter time has empty points before it, so that it is seen as one. */
const POINTS_MIN = 6

/** How many memories a topic has over time. */
export interface TopicLine {
  topic: string
  count: number
  /** The number of memories of each point. */
  points: number[]
  /** The first and the last point that has memories. */
  first: number
  last: number
}

/** A store over time: the topics with the most memories first, and the points of time that they share. */
export interface Life {
  count: number
  /** The first and the last month, as `2026-11`. */
  since: string
  until: string
  /** How many months a point covers. */
  span: number
  /** The first month of each point. */
  starts: string[]
  topics: TopicLine[]
}

/** Arranges the numbers of months as lines of topics; `undefined` for an empty store. */
export function lifeOf({ months }: Pick<Shape<'Overview'>, 'months'>): Life | undefined {
  const [until, since] = [months[0]?.month, months.at(-1)?.month]
  if (!until || !since) return undefined
  const fits = (span: number) => pointOf(until, span) - pointOf(since, span) < POINTS_MAX
  const span = SPANS.find(fits) ?? 10 * MONTHS_PER_YEAR
  const origin = Math.min(pointOf(since, span), pointOf(until, span) - POINTS_MIN + 1)
  const size = pointOf(until, span) - origin + 1
  const lines = new Map<string, number[]>()
  for (const { month, topics } of months)
    for (const { topic, count } of topics) {
      const points = lines.get(topic) ?? new Array<number>(size).fill(0)
      const at = pointOf(month, span) - origin
      points[at] = (points[at] ?? 0) + count
      lines.set(topic, points)
    }
  const topics = [...lines].map(([topic, points]): TopicLine => {
    const isUsed = (count: number) => count > 0
    return {
      ...{ topic, points, count: sum(points) },
      ...{ first: points.findIndex(isUsed), last: points.findLastIndex(isUsed) },
    }
  })
  return {
    ...{ since, until, span },
    count: sum(topics.map(({ count }) => count)),
    starts: Array.from({ length: size }, (_, at) => monthAt((origin + at) * span)),
    topics: topics.sort((a, b) => b.count - a.count || a.topic.localeCompare(b.topic)),
  }
}

/** Which of the points are labelled: the first of every few, so that there are `most` labels at most. */
export function labelled(points: number, most: number): number[] {
  const step = Math.ceil(points / most)
  return Array.from({ length: Math.ceil(points / step) }, (_, at) => at * step)
}

/**
 * The labels below an axis: the first and the last point, and as many between them as fit without touching each other or
 * leaving the axis.
 * @param widths the width of each point's label
 */
export function axisLabels(
  widths: readonly number[],
  axis: number,
  most: number,
  gap: number,
): { at: number; x: number }[] {
  const last = widths.length - 1
  for (let count = Math.min(most, widths.length); count > 1; count--) {
    const labels = Array.from({ length: count }, (_, label) => {
      const at = Math.round((label * last) / (count - 1))
      const half = (widths[at] ?? 0) / 2
      return { at, x: Math.min(Math.max((at / last) * axis, half), axis - half), half }
    })
    const fits = labels.every(({ x, half }, label) => {
      const before = labels[label - 1]
      return !before || x - half - (before.x + before.half) >= gap
    })
    if (fits) return labels.map(({ at, x }) => ({ at, x }))
  }
  return [{ at: 0, x: (widths[0] ?? 0) / 2 }]
}

/** Whether all of it is of one month: then there is no time to show, only how much is of each topic. */
export const isOneMonth = ({ since, until }: Life): boolean => since === until

/** The diameter of a circle whose area shows a number: `min` for one memory, `max` for `most`. */
export const circleSize = (count: number, most: number, [min, max]: readonly [min: number, max: number]): number =>
  min + (max - min) * (most > 1 ? Math.sqrt((count - 1) / (most - 1)) : 0)

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/** The number of whole spans from the year 0 to a month. */
function pointOf(month: string, span: number): number {
  const [year = 0, ofYear = 1] = month.split('-').map(Number)
  return Math.floor((year * MONTHS_PER_YEAR + ofYear - 1) / span)
}

function monthAt(index: number): string {
  const year = String(Math.floor(index / MONTHS_PER_YEAR)).padStart(4, '0')
  return `${year}-${String((index % MONTHS_PER_YEAR) + 1).padStart(2, '0')}`
}
