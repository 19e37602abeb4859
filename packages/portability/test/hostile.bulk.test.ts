import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recognise } from '../src/import.ts'
import { jsonItems } from '../src/json.ts'
import { UnpackBudget } from '../src/source.ts'
import * as chatSamples from './chat-samples.ts'
import { json, lines, readAll, readOrRefusal, zipped } from './reading.ts'
import * as storeSamples from './store-samples.ts'

const CHAT = json([chatSamples.CHATGPT_CHAT])
const RUNS = 200

/** Replaces bytes wherever they occur. */
function patched(bytes: Uint8Array, from: readonly number[], to: readonly number[]): Uint8Array {
  const copy = Buffer.from(bytes)
  for (let at = copy.indexOf(Buffer.from(from)); at >= 0; at = copy.indexOf(Buffer.from(from), at + to.length))
    Buffer.from(to).copy(copy, at)
  return copy
}

const text = (value: string) => [...Buffer.from(value)]

test('refuses archives that readers disagree about', async () => {
  const plain = await zipped({ 'aaaa.json': CHAT, 'bbbb.json': CHAT })
  const cases: [Uint8Array, string, RegExp][] = [
    [patched(plain, text('bbbb.json'), text('aaaa.json')), 'unsafe_zip', /twice|more than one way/],
    [patched(plain, text('bbbb.json'), text('../b.json')), 'unsafe_zip', /leads out/],
    [patched(plain, text('bbbb.json'), text('/bbb.json')), 'unsafe_zip', /leads out/],
    [await zipped({ 'a.json': CHAT }, { password: 'secret' }), 'encrypted', /password/],
    [await zipped({ link: '/etc/passwd' }, { unixMode: 0o120777, msDosCompatible: false }), 'unsafe_zip', /symlink/],
    [plain.subarray(0, plain.length >> 1), 'truncated', /truncated/],
    [plain.subarray(0, plain.length - 10), 'truncated', /truncated/],
    [await zipped({}), 'empty', /empty/],
    [await zipped({ 'a.json': '' }), 'empty', /empty/],
  ]
  for (const [bytes, code, message] of cases)
    await expect(readAll(bytes)).rejects.toMatchObject({
      name: 'PortabilityError',
      code,
      message: expect.stringMatching(message),
    })
})

test('refuses entries that share their data', async () => {
  const zip = Buffer.from(await zipped({ 'a.json': CHAT, 'b.json': CHAT }))
  // The second record of the central directory gets the offset of the first entry.
  const second = zip.indexOf(
    Buffer.from([0x50, 0x4b, 0x01, 0x02]),
    zip.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 4,
  )
  zip.writeUInt32LE(0, second + 42)
  await expect(readAll(zip)).rejects.toMatchObject({ name: 'PortabilityError' })
})

test('refuses an archive whose entries are another size than it says', async () => {
  const zip = Buffer.from(await zipped({ 'a.json': CHAT }))
  zip.writeUInt32LE(10, zip.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 24)
  await expect(readAll(zip)).rejects.toMatchObject({ name: 'PortabilityError', code: 'unsafe_zip' })
})

test('stops unpacking at the ratio and at the total, and does not unpack what is no text', async () => {
  const bomb = `[${JSON.stringify({ ...chatSamples.CHATGPT_CHAT, title: ' '.repeat(4 * 1024 ** 2) })}]`
  await expect(readAll(await zipped({ 'a.json': bomb }))).rejects.toMatchObject({ code: 'too_large' })
  const zeros = await zipped({ zeros: new Blob([new Uint8Array(4 * 1024 ** 2)]), 'c.json': CHAT })
  expect((await readAll(zeros)).chats).toHaveLength(1)
  const pieces = (async function* () {
    for (;;) yield new Uint8Array(1000)
  })()
  const read = async () => {
    for await (const _ of new UnpackBudget(10_000).counted(pieces, 10_000)) {
    }
  }
  await expect(read()).rejects.toMatchObject({ code: 'too_large' })
})

test('opens one archive within an archive and no more', async () => {
  let zip = await zipped({ 'a.json': CHAT })
  zip = await zipped({ 'inner.zip': new Blob([zip as Uint8Array<ArrayBuffer>]) })
  expect((await readAll(zip)).chats).toHaveLength(1)
  zip = await zipped({ 'outer.zip': new Blob([zip as Uint8Array<ArrayBuffer>]) })
  await expect(readAll(zip)).rejects.toMatchObject({ code: 'nested' })
})

test('refuses what holds nothing to import, with the reason', async () => {
  const cases: [string | Uint8Array, string][] = [
    ['', 'empty'],
    [' \n ', 'empty'],
    [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), 'unknown'],
    ['<html><body>I live in a page.</body></html>', 'unknown'],
    ['{"some":"thing"}', 'unknown'],
    ['['.repeat(50_000), 'json'],
    [`[${'{"a":'.repeat(1000)}`, 'json'],
    [`${CHAT.slice(0, -20)}`, 'json'],
    [Buffer.from(json(['Bor i Tromsø']), 'latin1'), 'encoding'],
    [new Uint8Array([0xa4, 0x01, 0x01, 0x02, 0x10]), 'encrypted'],
  ]
  for (const [input, code] of cases)
    await expect(readAll(input), String(input).slice(0, 40)).rejects.toMatchObject({ code })
})

test('reads UTF-16 and a byte order mark', async () => {
  const utf16 = Buffer.from(`\ufeff${CHAT}`, 'utf16le')
  expect((await readAll(utf16)).messages).toHaveLength(4)
  expect((await readAll(`\ufeff${CHAT}`)).messages).toHaveLength(4)
})

test('reads a byte order mark or UTF-16 with a character that is cut where the format is recognised', async () => {
  for (let spaces = 0; spaces < 8; spaces++) {
    const text = `\ufeff[${' '.repeat(spaces)}${json({ ...chatSamples.CHATGPT_CHAT, title: '🧳🧳🧳🧳🧳🧳🧳🧳🧳🧳' })}]`
    expect((await readAll(text)).formats).toEqual(['chatgpt-export'])
    expect((await readAll(Buffer.from(text, 'utf16le'))).formats).toEqual(['chatgpt-export'])
  }
})

test('says that an archive within an archive was left out beside what was read', async () => {
  const inner = new Blob([(await zipped({ 'a.json': CHAT })) as Uint8Array<ArrayBuffer>])
  const outer = new Blob([(await zipped({ 'b.zip': inner })) as Uint8Array<ArrayBuffer>])
  const { chats, warnings } = await readAll(await zipped({ 'c.zip': outer, 'd.json': CHAT }))
  expect(chats).toHaveLength(1)
  expect(warnings).toEqual([expect.stringContaining('archive within an archive')])
})

test('removes what a database cannot store', async () => {
  const { memories } = await readAll(json(['A nul \0 and half a pair \ud83d here']))
  expect(memories[0]?.content).toBe('A nul  and half a pair  here')
})

test('stops when the signal is aborted', async () => {
  const stop = new AbortController()
  const recognised = await recognise(json([chatSamples.CHATGPT_CHAT, chatSamples.CHATGPT_PRIVATE]))
  const reading = recognised.records({ signal: stop.signal })
  await reading.next()
  stop.abort()
  const rest = async () => {
    for await (const _ of reading) {
    }
  }
  // What was parsed already may still come; nothing more is read.
  await rest().catch((error) => expect(error).toMatchObject({ code: 'aborted' }))
  await expect(recognised.records({ signal: stop.signal }).next()).rejects.toMatchObject({ code: 'aborted' })
})

test('reads the same JSON values however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue(), { maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      async (values, size, isPretty) => {
        const collect = async (source: string, top: 'list' | 'object' | 'values') => {
          const bytes = new TextEncoder().encode(source)
          const pieces = (async function* () {
            for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
          })()
          const items = []
          for await (const { key, value } of jsonItems(pieces, top))
            items.push(key === undefined ? value : [key, value])
          return items
        }
        const parsed = JSON.parse(JSON.stringify(values))
        const written = JSON.stringify(values, null, isPretty ? 2 : 0)
        expect(await collect(written, 'list')).toEqual(parsed)
        expect(await collect(`{"a":${written},"b":1}`, 'object')).toEqual([
          ...parsed.map((value: unknown) => ['a', value]),
          ['b', 1],
        ])
        expect(await collect(lines(values), 'values')).toEqual(parsed)
      },
    ),
    { numRuns: RUNS },
  )
})

const FILES: Record<string, string> = {
  chatgpt: CHAT,
  claude: json([chatSamples.CLAUDE_CHAT]),
  claudeMemories: json(chatSamples.CLAUDE_MEMORIES),
  gemini: json(chatSamples.GEMINI_ACTIVITY),
  geminiHtml: chatSamples.GEMINI_HTML,
  mem0: json(storeSamples.MEM0),
  openMemory: json(storeSamples.OPEN_MEMORY),
  supermemory: json(storeSamples.SUPERMEMORY),
  langgraph: lines(storeSamples.LANGGRAPH),
  graphiti: json(storeSamples.GRAPHITI),
  serverMemory: lines(storeSamples.SERVER_MEMORY),
  omi: json(storeSamples.OMI),
  mif: json(storeSamples.MIF),
  grok: json(chatSamples.GROK),
  leChat: json(chatSamples.LE_CHAT),
  letta: json(chatSamples.LETTA),
}

test('gives records or a refusal for a file that ends anywhere', async () => {
  for (const file of Object.values(FILES)) {
    const bytes = Buffer.from(file)
    // Every byte of the beginning and end, and steps between.
    const step = Math.max(1, Math.floor(bytes.length / 60))
    for (let end = 0; end < bytes.length; end += end < 40 || end > bytes.length - 20 ? 1 : step)
      await readOrRefusal(bytes.subarray(0, end))
  }
})

test('gives records or a refusal for an archive that ends at any byte', async () => {
  const zip = await zipped({ 'a.json': CHAT })
  for (let end = 0; end < zip.length; end += end < 60 || end > zip.length - 120 ? 1 : 16)
    await readOrRefusal(zip.subarray(0, end))
})

test('gives records or a refusal for an archive with any byte changed', async () => {
  const zip = await zipped({ 'a.json': CHAT })
  await fc.assert(
    fc.asyncProperty(fc.nat(zip.length - 1), fc.integer({ min: 0, max: 255 }), async (at, value) => {
      const copy = zip.slice()
      copy[at] = value
      await readOrRefusal(copy)
    }),
    { numRuns: 100 },
  )
})

test('gives records or a refusal when any field of a known format holds any value', async () => {
  const objects = Object.values(FILES).filter((file) => /^[[{]/.test(file) && !file.includes('\n'))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...objects),
      fc.nat(),
      fc.jsonValue({ maxDepth: 2 }),
      async (file, seed, value) => {
        const document = JSON.parse(file)
        const fields = fieldsOf(document)
        const [holder, key] = fields[seed % fields.length]!
        holder[key] = value
        await readOrRefusal(JSON.stringify(document))
      },
    ),
    { numRuns: RUNS },
  )
})

/** Every field of an object or a list, at any depth. */
function fieldsOf(value: unknown): [Record<string, unknown>, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]): [Record<string, unknown>, string][] => [
    [value as Record<string, unknown>, key],
    ...fieldsOf(inner),
  ])
}

test('gives records or a refusal for any text', async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '---\n',
      '```',
      '- [a] ',
      '[2025-01-01] - ',
      '## ',
      '\n',
      '  ',
      '[',
      '{"',
      '[[',
      '**',
      '%%',
      '<!--',
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      await readOrRefusal(pieces.join(''))
    }),
    { numRuns: RUNS },
  )
})

test('reads long lines of marks in linear time', async () => {
  const hard = ['[[', '- [x ', '**', '"', "'", '`', '%%', '#a ', '[2025', '(', '\t', ' \n', 'I ', "I'm a ", 'a,', '> ']
  for (const piece of hard) await readOrRefusal(`- x\n${piece.repeat(20_000)}`)
})
