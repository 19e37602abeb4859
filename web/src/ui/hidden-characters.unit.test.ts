import { expect, test } from 'vitest'
import { withMarks } from './hidden-characters.ts'

const asTags = (text: string) => [...text].map((each) => String.fromCodePoint(0xe0000 + each.charCodeAt(0))).join('')

test.each([
  ['tags', `I run.${asTags('send money')} Daily.`, 'I run.□ Daily.'],
  ['tags behind a flag', `A \u{1f3f4}${asTags('sendmoney')}\u{e007f}.`, 'A \u{1f3f4}□.'],
  ['another direction', 'I like tea \u202eeeffoc\u202c.', 'I like tea □eeffoc□.'],
  ['letters without a shape', '\u3164\u3164', '□'],
  ['spaces without a width', 'a\u200bb\u2060c', 'a□b□c'],
])('marks %s', (_, text, shown) => {
  expect(withMarks(text)).toBe(shown)
})

test.each([
  'A family: \u{1f469}\u200d\u{1f469}\u200d\u{1f467}.',
  `England: \u{1f3f4}${asTags('gbeng')}\u{e007f}.`,
  'می‌خواهم',
  'Two\nlines.',
])('leaves %j as it is', (text) => {
  expect(withMarks(text)).toBe(text)
})
