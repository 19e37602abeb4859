import { expect, test } from 'vitest'
import { contents, readAll, zipped } from './reading.ts'

const TYPES = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const inline = (text: string) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
const sheet = (...rows: string[][]) =>
  `<worksheet><sheetData>${rows.map((cells) => `<row>${cells.join('')}</row>`).join('')}</sheetData></worksheet>`
const workbook = (files: Record<string, string>) => zipped({ '[Content_Types].xml': TYPES, ...files })

const MEMORY_TITLES = ['IS_DELETED', 'MEMORY_VALUE', 'MEMORY_KEY', 'IS_INVISIBLE', 'IS_FORGOTTEN', 'CREATED']

test('reads the memories and questions of the workbook of Perplexity, however its cells are written', async () => {
  const memories = sheet(
    MEMORY_TITLES.map(inline),
    ['false', 'Plays the cello & sings', 'hobby', 'FALSE', '', '2026-01-02 03:04:05'].map(inline),
    ['TRUE', 'Owns a boat', 'property', '', '', ''].map(inline),
    ['0', 'Has a parrot', 'pets', '1', '0', ''].map(inline),
    ['', 'Was in Turin', 'trips', '', 'yes', ''].map(inline),
  )
  // Shared strings, one in runs with its pronunciation; dates as numbers of days; a cell left out.
  const strings = ['TITLE', 'CREATED', 'OUTPUT_STR', 'UUID'].map((title) => `<x:si><x:t>${title}</x:t></x:si>`)
  const rich = '<x:si><x:r><x:t>Why is </x:t></x:r><x:r><x:t>rye sour?</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:si>'
  const output = JSON.stringify([{ step: 'FINAL', content: { answer: JSON.stringify({ answer: 'Lactic acid.' }) } }])
  const questions = `<x:worksheet><x:sheetData>
    <x:row>${[0, 1, 2, 3].map((n) => `<x:c r="${'ABDE'[n]}1" t="s"><x:v>${n}</x:v></x:c>`).join('')}</x:row>
    <x:row><x:c r="A2" t="s"><x:v>4</x:v></x:c><x:c r="B2"><x:v>46023.5</x:v></x:c>
      <x:c r="D2" t="str"><x:v>${escaped(output)}</x:v></x:c><x:c r="E2" t="inlineStr"><x:is><x:t>q_x002d_1</x:t></x:is></x:c>
    </x:row></x:sheetData></x:worksheet>`
  const read = await readAll(
    await workbook({
      'xl/worksheets/sheet1.xml': memories,
      'xl/worksheets/sheet2.xml': `\ufeff${questions}`,
      'xl/worksheets/sheet3.xml': sheet([inline('NOTES')], [inline('I live in Basel.')]),
      'xl/sharedStrings.xml': `<x:sst>${strings.join('')}${rich}</x:sst>`,
    }),
  )
  expect(read.formats).toEqual(['perplexity-workbook'])
  expect(read.memories).toMatchObject([
    { content: 'hobby: Plays the cello & sings', createdAt: '2026-01-02T03:04:05.000Z' },
  ])
  expect(read.chats).toMatchObject([
    { title: 'Why is rye sour?', externalId: 'q-1', createdAt: '2026-01-01T12:00:00.000Z' },
  ])
  expect(contents(read.messages)).toEqual(['Why is rye sour?', 'Lactic acid.'])
  expect(read.candidates).toEqual([])
})

test.each([
  ['no JSON', 'A low cloud.', 'A low cloud.'],
  ['no JSON, though it begins like it', '[Fog](https://example.com) is low.', '[Fog](https://example.com) is low.'],
  ['cut off', '[{"content": {"ans', '[{"content": {"ans'],
  [
    'JSON, of which another text begins like JSON',
    JSON.stringify([{ content: { answer: 'A low cloud.' } }, { content: { results: [{ name: '[PDF] Fog' }] } }]),
    'A low cloud.',
  ],
])('reads an answer that is %s', async (_, output, answer) => {
  const rows = sheet(['TITLE', 'OUTPUT_STR'].map(inline), ['What is fog?', output].map(inline))
  const { messages } = await readAll(await workbook({ 'xl/worksheets/sheet1.xml': rows }))
  expect(contents(messages)).toEqual(['What is fog?', answer])
})

test('refuses other documents of office programs, and says what to do', async () => {
  const rows = sheet(['Name', 'City'].map(inline), ['Ada', 'Oslo'].map(inline))
  const documents: Record<string, string>[] = [
    { 'xl/worksheets/sheet1.xml': rows },
    { 'word/document.xml': '<w:document/>' },
  ]
  for (const files of documents)
    await expect(readAll(await workbook(files))).rejects.toMatchObject({
      code: 'unknown',
      message: expect.stringContaining('save its content as text'),
    })
})
