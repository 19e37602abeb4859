import { expect, test } from 'vitest'
import { contents, readAll } from './reading.ts'

test('reads pasted entries with dates, bullets and headings', async () => {
  const text = `Here is all of it:

\`\`\`
## Preferences
[2025-03-14] - Prefers short answers.
[June 2, 2025] – Is training for a race,
  which is in September.
[2025-03-14] - Prefers short answers.

## Career
[unknown] - Was a nurse.
1. Speaks Danish
\`\`\`

That is everything.`
  for (const input of [text, text.replaceAll('\n', '\r\n')]) {
    const { formats, memories, candidates } = await readAll(input)
    expect(formats).toEqual(['pasted-text'])
    expect(candidates).toEqual([])
    expect(
      memories.map(({ content, occurredAt, scope, confidence }) => [content, occurredAt, scope, confidence]),
    ).toEqual([
      ['Prefers short answers.', '2025-03-14T00:00:00.000Z', 'preference', 70],
      ['Is training for a race,\nwhich is in September.', '2025-06-02T00:00:00.000Z', 'preference', 70],
      ['Was a nurse.', undefined, 'work', 70],
      ['Speaks Danish', undefined, 'work', 70],
    ])
  }
})

test('reads lines of statements as entries, and prose only for review', async () => {
  expect(contents((await readAll('Has a dog called Tor.\nPlays chess.')).memories)).toEqual([
    'Has a dog called Tor.',
    'Plays chess.',
  ])
  const prose = await readAll('Ingrid throws bowls in a\nsmall shed by the sea.\n\nShe sells them in town.')
  expect(prose.memories).toEqual([])
  expect(contents(prose.candidates)).toEqual([
    'Ingrid throws bowls in a\nsmall shed by the sea.',
    'She sells them in town.',
  ])
})

test.each([
  ['14.03.2025', '2025-03-14'],
  ['14/03/2025', '2025-03-14'],
  ['03/14/2025', '2025-03-14'],
  ['11 févr. 2026', '2026-02-11'],
  ['11. März 2026', '2026-03-11'],
  ['11 de fevereiro de 2026', '2026-02-11'],
  ['2026年2月11日', '2026-02-11'],
  // The day could be the month.
  ['03/04/2025', undefined],
  ['3/14/25', undefined],
  ['early 2025', undefined],
  ['no date saved', undefined],
  ['n.d.', undefined],
])('keeps an entry with the date %s', async (written, date) => {
  const { memories, candidates } = await readAll(`[${written}] - Likes tea.\n[2025-01-01] - Has a dog.`)
  expect(contents(memories)).toEqual(['Likes tea.', 'Has a dog.'])
  expect(memories[0]?.occurredAt?.slice(0, 10)).toBe(date)
  expect(candidates).toEqual([])
})

test('reads dates and words in brackets of bullets as what they are, and not as observations', async () => {
  const { formats, memories } = await readAll(
    '- [January 2025] Likes tea\n- [unknown] Has a dog\n- [Work] - Bakes bread',
  )
  expect(formats).toEqual(['pasted-text'])
  expect(memories.map(({ content, metadata }) => [content, metadata?.section])).toEqual([
    ['Likes tea', undefined],
    ['Has a dog', undefined],
    ['Bakes bread', 'Work'],
  ])
  const sections = await readAll('### 1. Diet\n* Vegetarian\n**Pets:**\nTwo cats live here.\n- Has a dog')
  expect(sections.memories.map(({ metadata }) => metadata?.section)).toEqual(['Diet', 'Pets'])
  expect(contents(sections.candidates)).toEqual(['Two cats live here.'])
})

test('recognises notes and tables whose lines end with CR LF, and columns in any order', async () => {
  const crlf = (text: string) => text.replace(/\n/g, '\r\n')
  const note = await readAll(crlf('---\ntitle: Bees\n---\n\n- [fact] Four hives\n'))
  expect(note.formats).toEqual(['basic-memory'])
  expect(contents(note.memories)).toEqual(['Four hives'])
  const table = await readAll(
    crlf('"Author","Time","Message","Conversation"\nuser,2026-02-11T07:01:00,"Hi, there",Tea\n'),
  )
  expect(table.formats).toEqual(['copilot-csv'])
  expect(table.messages).toMatchObject([{ role: 'user', content: 'Hi, there' }])
})
