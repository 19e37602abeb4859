import { describe, expect, test } from 'vitest'
import { openQueryVectors } from './query-vectors.ts'

const TIMEOUT_MS = 60_000

function opened() {
  const asked: string[] = []
  const embedder = {
    name: 'test',
    dimensions: 2,
    async embed(texts: readonly string[]) {
      asked.push(...texts)
      return texts.map(() => Float32Array.of(1, 0))
    },
  }
  return {
    asked,
    queries: openQueryVectors({ embedder: () => embedder as never, quality: () => 0, timeoutMs: TIMEOUT_MS }),
  }
}

describe('vectors of queries', () => {
  test('are cached for the user who asked', async () => {
    const { asked, queries } = opened()
    await queries.vectorOf('usr_1', 'am I ill')
    await queries.vectorOf('usr_1', 'am I ill')
    expect(asked).toEqual(['am I ill'])
    expect(queries.stats()).toMatchObject({ embedded: 1, cached: 1 })
  })

  test('are not shared between users', async () => {
    const { asked, queries } = opened()
    await Promise.all([queries.vectorOf('usr_1', 'am I ill'), queries.vectorOf('usr_2', 'am I ill')])
    await queries.vectorOf('usr_3', 'am I ill')
    expect(asked).toHaveLength(3)
    expect(queries.stats()).toMatchObject({ embedded: 3, cached: 0 })
  })
})
