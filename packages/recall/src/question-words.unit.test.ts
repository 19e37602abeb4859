import { describe, expect, test } from 'vitest'
import { evidenceShare, isUnspecific, rankingShare } from './question-words.ts'
import { tokenise } from './tokens.ts'

/** What a function says of a word of a question. */
function of<T>(
  say: (tokens: ReturnType<typeof tokenise>['tokens'], at: number) => T,
  question: string,
  word: string,
): T {
  const { tokens } = tokenise(question)
  return say(
    tokens,
    tokens.findIndex(({ text }) => text === word),
  )
}

describe('words of questions', () => {
  test.each([
    ['where do i keep my pictures', 'keep'],
    ['what do i need for the exam', 'need'],
    ['what do i pay each month', 'month'],
    ['how many years are left on the mortgage', 'years'],
    ['introduce me to the new neighbours', 'new'],
    ['what music do i usually listen to', 'usually'],
  ])('%s: "%s" weighs less than what it is about', (question, word) => {
    expect(of(isUnspecific, question, word)).toBe(true)
    expect(of(rankingShare, question, word)).toBeLessThan(1)
    expect(of(evidenceShare, question, word)).toBeLessThan(1)
  })

  test.each([
    ['where do i keep my pictures', 'pictures'],
    ['when is the last day of term', 'day'],
    ['how much was the boiler', 'boiler'],
  ])('%s: "%s" is what it is about', (question, word) => {
    expect(of(isUnspecific, question, word)).toBe(false)
    expect(of(rankingShare, question, word)).toBe(1)
  })

  test('a word for the kind of thing weighs less as evidence, and in full in the ranking', () => {
    expect(of(evidenceShare, 'what is my passport number', 'number')).toBeLessThan(1)
    expect(of(rankingShare, 'what is my passport number', 'number')).toBe(1)
  })
})
