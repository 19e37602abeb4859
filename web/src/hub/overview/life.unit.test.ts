import { describe, expect, test } from 'vitest'
import { axisLabels, circleSize, isOneMonth, labelled, lifeOf } from './life.ts'
import { topicColor } from './topic-color.ts'

const month = (month: string, ...topics: [string, number][]) => ({
  month,
  topics: topics.map(([topic, count]) => ({ topic, count })),
})

describe('a store over time', () => {
  test('has nothing to show without memories', () => {
    expect(lifeOf({ months: [] })).toBe(undefined)
  })

  test('has a point for each month of a short time, with the topics of most memories first', () => {
    const life = lifeOf({
      months: [month('2026-02', ['fitness', 2], ['health', 1]), month('2025-09', ['health', 1], ['fitness', 3])],
    })
    expect(life).toEqual({
      since: '2025-09',
      until: '2026-02',
      span: 1,
      count: 7,
      starts: ['2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02'],
      topics: [
        { topic: 'fitness', count: 5, points: [3, 0, 0, 0, 0, 2], first: 0, last: 5 },
        { topic: 'health', count: 2, points: [1, 0, 0, 0, 0, 1], first: 0, last: 5 },
      ],
    })
  })

  test.each([
    ['2024-12', 1, 24],
    ['2024-11', 3, 9],
    ['2021-01', 3, 24],
    ['2020-12', 12, 7],
    ['1990-05', 60, 8],
    ['1790-05', 120, 24],
    ['1001-01', 120, 103],
  ])('of a time since %s has a point for every %d months', (since, span, points) => {
    const life = lifeOf({ months: [month('2026-11', ['home', 1]), month(since, ['home', 1])] })
    expect([life?.span, life?.starts.length]).toEqual([span, points])
    expect(life?.topics[0]?.points.filter((count) => count)).toEqual([1, 1])
  })

  test('of a short time has empty points before it', () => {
    const life = lifeOf({ months: [month('2026-01', ['fitness', 2])] })
    expect(life?.starts).toEqual(['2025-08', '2025-09', '2025-10', '2025-11', '2025-12', '2026-01'])
    expect(life?.topics[0]).toMatchObject({ points: [0, 0, 0, 0, 0, 2], first: 5, last: 5 })
  })

  test('is of one month if its first and last are the same', () => {
    const [one, two] = [month('2026-01', ['fitness', 2]), month('2026-02', ['fitness', 1])]
    expect([[one], [two, one]].map((months) => isOneMonth(lifeOf({ months })!))).toEqual([true, false])
  })

  test('has circles whose area grows with the number', () => {
    expect([1, 26, 101].map((count) => circleSize(count, 101, [10, 30]))).toEqual([10, 20, 30])
    expect(circleSize(1, 1, [10, 30])).toBe(10)
  })

  test('begins its points with whole years and quarters', () => {
    const starts = (since: string) =>
      lifeOf({ months: [month('2026-11', ['home', 1]), month(since, ['home', 1])] })?.starts
    expect(starts('2023-05')?.[0]).toBe('2023-04')
    expect(starts('2018-05')?.slice(0, 2)).toEqual(['2018-01', '2019-01'])
  })

  test('has as many labels as fit', () => {
    expect(labelled(24, 6)).toEqual([0, 4, 8, 12, 16, 20])
    expect(labelled(3, 6)).toEqual([0, 1, 2])
    expect(labelled(1, 6)).toEqual([0])
  })
})

describe('the labels of an axis', () => {
  const starts = (labels: { x: number }[], width: number) => labels.map(({ x }) => x - width / 2)

  test('are as many as fit, with the first and the last within the axis', () => {
    const width = 120
    const labels = axisLabels(Array(24).fill(width), 500, 4, 30)
    expect(labels.map(({ at }) => at)).toEqual([0, 12, 23])
    const [first = -1, second = 0, third = 0] = starts(labels, width)
    expect(first).toBe(0)
    expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(width + 30)
    expect(third + width).toBe(500)
  })

  test('are four where they are short, and one where two would touch', () => {
    expect(axisLabels(Array(8).fill(60), 500, 4, 30).map(({ at }) => at)).toEqual([0, 2, 5, 7])
    expect(axisLabels(Array(24).fill(300), 500, 4, 30).map(({ at }) => at)).toEqual([0])
  })
})

test('topics of one lightness have hues that differ clearly, and each topic the same colour each time', () => {
  const topics = ['fitness', 'preference', 'work', 'goal', 'relationship', 'travel', 'health', 'home', 'note', 'media']
  const colors = topics.map(
    (topic) =>
      topicColor(topic)
        .match(/[\d.]+/g)
        ?.map(Number) ?? [],
  )
  const gaps = colors.flatMap(([lightness, , hue = 0], at) =>
    colors.slice(at + 1).flatMap(([other, , next = 0]) => {
      const distance = Math.abs(hue - next)
      return lightness === other ? Math.min(distance, 360 - distance) : []
    }),
  )
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30)
  expect(topicColor('trailmap')).toBe(topicColor('trailmap'))
})
