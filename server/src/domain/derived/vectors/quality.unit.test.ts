import { expect, test } from 'vitest'
import { bagOfWords } from '../../../../test/scripted-vectors.ts'
import { measureQuality, QUALITY_TEXTS, qualityFrom } from './quality.ts'

const DIMENSION = 64

/** Vectors of the words of a text, where `meaningOf` says which words are the same. */
const vectorsOf = (meaningOf: (word: string, at: number) => string) => {
  const vectorOf = bagOfWords(DIMENSION)
  return QUALITY_TEXTS.map((text, at) =>
    Float32Array.from(
      vectorOf(
        text
          .split(' ')
          .map((word) => meaningOf(word, at))
          .join(' '),
      ),
    ),
  )
}

test('vectors of hashed words have no quality', () => {
  expect(qualityFrom(vectorsOf((word) => word))).toBe(0)
})

test('equal vectors have no quality, and neither have vectors that are all 0', () => {
  expect(qualityFrom(QUALITY_TEXTS.map(() => Float32Array.of(1, 0)))).toBe(0)
  expect(qualityFrom(QUALITY_TEXTS.map(() => new Float32Array(2)))).toBe(0)
})

test('vectors that are equal for synonyms have full quality', () => {
  expect(qualityFrom(vectorsOf((word, at) => `${word.length > 3 ? 'pair' : word}${at >> 1}`))).toBe(1)
})

test('the quality of vectors that know some synonyms is between these', () => {
  const some = qualityFrom(vectorsOf((word, at) => ((at >> 1) % 8 < 5 ? `pair${at >> 1}` : `${word}${at}`)))
  expect(some).toBeGreaterThan(0)
  expect(some).toBeLessThan(1)
})

test('no two words of a pair begin alike', () => {
  const words = QUALITY_TEXTS.map(
    (text, at) => text.split(' ').find((word, i) => word !== QUALITY_TEXTS[at ^ 1]!.split(' ')[i])!,
  )
  for (let at = 0; at < words.length; at += 2) expect(words[at]!.slice(0, 2)).not.toBe(words[at + 1]!.slice(0, 2))
})

test('texts are embedded in the batches that the model takes', async () => {
  const batches: number[] = []
  const embedder = {
    name: 'test',
    batchMax: 24,
    embed: async (texts: readonly string[]) => {
      batches.push(texts.length)
      return texts.map((_, at) => Float32Array.of(1, at))
    },
    close: async () => {},
  }
  await measureQuality(embedder, new AbortController().signal)
  expect(batches).toEqual([24, 24, 16])
})
