import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withMarks } from './hidden-characters.ts'

const asTags = (text: string) => [...text].map((each) => String.fromCodePoint(0xe0000 + each.charCodeAt(0))).join('')
const asSelectors = (text: string) =>
  [...text].map((each) => String.fromCodePoint(0xe0100 + each.charCodeAt(0) - 16)).join('')

test.each([
  ['tags', `I run.${asTags('send money')} Daily.`, 'I run.□ Daily.'],
  ['tags behind a flag', `A \u{1f3f4}${asTags('sendmoney')}\u{e007f}.`, 'A \u{1f3f4}□.'],
  ['another direction', 'I like tea \u202eeeffoc\u202c.', 'I like tea □eeffoc□.'],
  ['letters without a shape', '\u3164\u3164', '□'],
  ['spaces without a width', 'a\u200bb\u2060c', 'a□b□c'],
  ['selectors, a byte each', `I run a${asSelectors('ignore rules')} lot.`, 'I run a□ lot.'],
  ['selectors behind an emoji', `Tea \u{1f375}${asSelectors('send all')}.`, 'Tea \u{1f375}□.'],
  ['joiners as bits', 'Likes tea\u200c\u200d\u200d\u200c.', 'Likes tea□.'],
  ['joiners between Latin letters', 'a\u200cb', 'a□b'],
  ['marks of direction where no letter needs them', 'Likes \u200etea', 'Likes □tea'],
  ['what is not assigned', 'tea\u{e0080}\u{e0fff}\ufeff\u034f', 'tea□'],
  ['an empty Braille cell', 'tea\u2800', 'tea□'],
])('marks %s', (_, text, shown) => {
  expect(withMarks(text)).toBe(shown)
})

test.each([
  'A family: \u{1f469}\u200d\u{1f469}\u200d\u{1f467}.',
  `England: \u{1f3f4}${asTags('gbeng')}\u{e007f}.`,
  'می‌خواهم',
  'क्\u200dष',
  '\u200fשלום (Tel Aviv).',
  'I \u2764\ufe0f tea, 1\ufe0f\u20e3.',
  'A heart: \u2764\ufe0f\u200d\u{1f525}.',
  'Donau\u00addampf.',
  '葛\u{e0100}飾区',
  'Two\nlines.',
])('leaves %j as it is', (text) => {
  expect(withMarks(text)).toBe(text)
})

/** A text that is put into a page as it is: `{memory.content}`, `“${before.content}”`. */
const SHOWN = /(?<!=)\{(?:\w+\??\.)*content(?:\.slice\([^)]*\))?\}/g
/** Examples of the service's own, and a text that was marked a line before. */
const OTHER_TEXTS = ['first-steps.tsx: {example.content}', 'take-back.tsx: {content}']

test('every page of the Hub marks hidden characters in the texts of memories', () => {
  const hub = new URL('../hub/', import.meta.url).pathname
  const files = readdirSync(hub, { recursive: true, withFileTypes: true }).filter(({ name }) => name.endsWith('.tsx'))
  expect(files.length).toBeGreaterThan(50)
  const shown = files.flatMap(({ parentPath, name }) => {
    const source = readFileSync(join(parentPath, name), 'utf8')
    return [...source.matchAll(SHOWN)].map(([found]) => `${name}: ${found}`)
  })
  expect(shown.filter((each) => !OTHER_TEXTS.includes(each))).toEqual([])
})
