import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Choice, chosen, groupOf } from '../src/choice.ts'
import { pamChecksum } from '../src/formats/pam.ts'
import { recognise } from '../src/import.ts'
import { toJsonLines } from '../src/json-lines.ts'
import type { MemoryLine, Metadata, PortableRecord } from '../src/records.ts'
import { zipOf } from '../src/writers/files.ts'
import { writeMarkdown } from '../src/writers/markdown.ts'
import { writeMif } from '../src/writers/mif.ts'
import { writePam } from '../src/writers/pam.ts'
import { writePrompt } from '../src/writers/prompt.ts'
import * as chatSamples from './chat-samples.ts'
import { contents, json, readAll } from './reading.ts'
import * as storeSamples from './store-samples.ts'

const OPTIONS = { writtenBy: 'memory-service/1.2.3', now: new Date('2026-11-22T12:00:00Z'), owner: 'ingrid-1' }

const AT = '2026-05-03T07:30:00.000Z'

const PAM_MEMORY = {
  id: '66666666-6666-4666-8666-666666666666',
  type: 'custom',
  custom_type: 'boat',
  status: 'active',
  content: 'Owns a rowing boat',
  content_hash: 'sha256:e7bd8b1c0a0fcd4ed1ca63ab8ca0e5ee29f79e2da4c0a0fd0b1d2f2f2f2f2f2f',
  summary: null,
  tags: ['sea'],
  confidence: { initial: 0.9, current: 0.725, decay_model: 'none', last_reinforced: null },
  temporal: {
    created_at: '2026-01-01T01:00:00+01:00',
    updated_at: null,
    valid_from: '2020-01-01T00:00:00Z',
    valid_until: null,
    superseded_by: null,
  },
  provenance: { platform: 'claude', extraction_method: 'llm_inference' },
  access: { visibility: 'private', exportable: true, shared_with: [] },
  embedding_ref: null,
  metadata: { language: 'en', domain: 'travel' },
}

const PAM = {
  schema: 'portable-ai-memory',
  schema_version: '1.0',
  export_id: 'x',
  owner: { id: 'ingrid', did: null },
  memories: [
    PAM_MEMORY,
    {
      ...PAM_MEMORY,
      id: '77777777-7777-4777-8777-777777777777',
      type: 'instruction',
      custom_type: null,
      content: 'Answer briefly',
      status: 'superseded',
      temporal: {
        created_at: '2026-01-01T00:00:00Z',
        valid_until: '2026-02-01T00:00:00Z',
        superseded_by: PAM_MEMORY.id,
      },
    },
    { ...PAM_MEMORY, id: '88888888-8888-4888-8888-888888888888', content: 'Was taken back', status: 'retracted' },
  ],
  relations: [
    {
      id: 'r1',
      from: PAM_MEMORY.id,
      to: '77777777-7777-4777-8777-777777777777',
      type: 'supersedes',
      created_at: '2026-02-01T00:00:00Z',
    },
  ],
  conversations_index: [],
}

async function recordsOf(input: string | string[]): Promise<PortableRecord[]> {
  const records: PortableRecord[] = []
  for await (const record of (await recognise(input)).records()) records.push(record)
  return records
}

/** Records as they come back from JSON Lines. */
async function viaLines(records: PortableRecord[]): Promise<PortableRecord[]> {
  const document = Object.assign({}, ...records.map((record) => (record.kind === 'document' ? record.document : {})))
  let text = ''
  for await (const line of toJsonLines(records, { document })) text += line
  return recordsOf(text)
}

test('reads PAM by the state of its memories', async () => {
  const { formats, memories, warnings } = await readAll(json({ ...PAM, integrity: { checksum: 'sha256:0' } }))
  expect(formats).toEqual(['pam-1'])
  expect(warnings).toEqual([expect.stringContaining('checksum')])
  expect(memories).toMatchObject([
    { content: 'Owns a rowing boat', type: 'boat', scope: 'travel', confidence: 72.5, sourceApp: 'claude' },
    {
      content: 'Answer briefly',
      type: 'preference',
      supersededBy: memories[0]?.id,
      validUntil: '2026-02-01T00:00:00.000Z',
    },
  ])
})

test('PAM to lines and back loses nothing but what was taken back', async () => {
  const [store] = await writePam(await viaLines(await recordsOf(json(PAM))), OPTIONS)
  const written = JSON.parse(store!.text)
  const { memories, ...rest } = PAM
  expect(written).toMatchObject(rest)
  expect(written.memories).toHaveLength(2)
  for (const [i, memory] of written.memories.entries()) {
    const { content_hash: _hash, temporal, ...fields } = memories[i]!
    expect(memory).toMatchObject({ ...fields, temporal })
    expect(memory.content_hash).toMatch(/^sha256:[0-9a-f]{64}$/)
  }
  expect(written.integrity).toEqual({
    canonicalization: 'RFC8785',
    checksum: await pamChecksum(written.memories),
    total_memories: 2,
  })
})

test('MIF to lines and back loses nothing', async () => {
  const [store] = await writeMif(await viaLines(await recordsOf(json(storeSamples.MIF))), OPTIONS)
  expect(JSON.parse(store!.text)).toEqual({ ...storeSamples.MIF, export_meta: expect.anything() })
})

const time = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => `x ${text.replace(/[\0\p{Surrogate}\ufeff\r]/gu, '')} x`)
const memory: fc.Arbitrary<MemoryLine> = fc.record(
  {
    id: fc.uuid().map((id) => `mem_${id}`),
    content: word,
    scope: fc.constantFrom('work', 'fitness.trail', 'a_b-c'),
    type: fc.constantFrom('fact', 'preference', 'emotion', 'own type'),
    importance: fc.integer({ min: 0, max: 100 }),
    confidence: fc.integer({ min: 0, max: 100 }),
    pinned: fc.boolean(),
    occurredAt: time,
    createdAt: time,
    validUntil: time,
    sourceApp: fc.option(fc.constantFrom('trail-coach', 'X')),
    externalId: fc.constantFrom('a/b', '1'),
    metadata: fc.constantFrom<Metadata>({ a: 'b', n: 1 }, { t: true }),
  },
  { requiredKeys: ['id', 'content', 'scope', 'type', 'confidence', 'createdAt'] },
)

test('our memories to PAM or MIF and back are the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(memory, { selector: ({ id }) => id, maxLength: 4, minLength: 1 }),
      async (memories) => {
        const records = memories.map((memory): PortableRecord => ({ kind: 'memory', memory }))
        for (const write of [writePam, writeMif]) {
          const files = await write(records, OPTIONS)
          expect((await readAll(files.map(({ text }) => text))).memories).toEqual(memories)
        }
      },
    ),
    { numRuns: 50 },
  )
})

test('our chats to PAM and back keep their ids and messages', async () => {
  const records = await recordsOf(json([chatSamples.CHATGPT_CHAT]))
  const back = await readAll((await writePam(records, OPTIONS)).map(({ text }) => text))
  const before = await readAll(json([chatSamples.CHATGPT_CHAT]))
  expect(back.messages).toEqual(before.messages)
  expect(back.chats.map(({ id, title }) => [id, title])).toEqual(before.chats.map(({ id, title }) => [id, title]))
})

test('writes current memories as notes and as text to paste, which can be read again', async () => {
  const line = (id: string, content: string, more: Partial<MemoryLine> = {}): PortableRecord => ({
    kind: 'memory',
    memory: { id, content, scope: 'work', type: 'fact', createdAt: '2026-03-04T05:06:07.000Z', ...more },
  })
  const records = [
    line('1', 'Mends nets (by hand)'),
    line('2', 'Sells bowls', { scope: 'finance.income' }),
    line('3', 'Was a nurse', { validUntil: '2020-01-01T00:00:00.000Z' }),
    line('4', 'Was replaced', { supersededBy: '1' }),
    line('5', 'mends nets (by hand)'),
  ]
  const notes = await writeMarkdown(records, OPTIONS)
  expect(notes.map(({ path }) => path)).toEqual(['finance/income.md', 'work.md'])
  const zip = await zipOf(notes, OPTIONS.now)
  const { memories } = await readAll(zip)
  expect(memories.map(({ content, scope }) => [content, scope])).toEqual([
    ['Sells bowls', 'finance.income'],
    ['Mends nets (by hand)', 'work'],
  ])
  const [prompt] = await writePrompt(records, OPTIONS)
  expect(prompt!.text).toContain('## Work\n[2026-03-04] - Mends nets (by hand)')
  expect(contents((await readAll(prompt!.text)).memories)).toEqual(['Sells bowls', 'Mends nets (by hand)'])
})

test('writes what the person chose, in the topics that the person chose', async () => {
  const records = await recordsOf('["I work as a nurse", "I like tea"]')
  const linesFor = async (choice: Choice) => {
    let text = ''
    for await (const line of toJsonLines(chosen(records, choice))) text += line
    return text
  }
  const moved = await linesFor({ topics: new Map([[groupOf('memory', 'work'), 'learning']]) })
  expect(JSON.parse(moved.split('\n')[1] ?? '')).toMatchObject({ content: 'I work as a nurse', scope: 'learning' })
  const [nurse] = records.flatMap((record) => (record.kind === 'memory' ? [record.memory] : []))
  for (const choice of [{ topics: new Map([[groupOf('memory', 'work'), null]]) }, { without: new Set([nurse!.id]) }]) {
    const text = await linesFor(choice)
    expect([text.includes('nurse'), text.includes('tea')]).toEqual([false, true])
  }
})

test('leaves a chat out with its messages, and keeps the sentences found in it', async () => {
  const chat: PortableRecord[] = [
    { kind: 'chat', chat: { object: 'chat', id: 'c', title: null, createdAt: AT, updatedAt: AT } },
    {
      kind: 'message',
      message: { object: 'message', id: 'm', chatId: 'c', role: 'user', content: 'Hi', createdAt: AT },
    },
    {
      kind: 'candidate',
      candidate: {
        ...{ id: 'x', content: 'I keep bees.', origin: 'chat', scope: 'home', type: 'fact', isPreselected: true },
        ...{ chatId: 'c', messageId: 'm' },
      },
    },
  ]
  for (const choice of [{ withoutChats: true }, { without: new Set(['c']) }]) {
    const lines: string[] = []
    for await (const line of toJsonLines(chosen(chat, choice), { candidates: true })) lines.push(line)
    expect(lines.slice(1).map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ object: 'candidate', content: 'I keep bees.' }),
    ])
    expect(lines[1]).not.toContain('chatId')
  }
})

test('says at the end which entries replaced others, in whatever order they come', async () => {
  const memory = (n: number, more: object = {}): PortableRecord => ({
    kind: 'memory',
    memory: {
      ...{ id: `x:${n}`, externalId: String(n), sourceApp: 'x', content: `Fact ${n}`, scope: 'note', type: 'fact' },
      ...more,
    },
  })
  const lines: string[] = []
  for await (const line of toJsonLines([
    memory(1, { supersededBy: 'x:2' }),
    memory(3),
    memory(2, { supersededBy: 'x:9' }),
  ]))
    lines.push(line)
  const entry = (externalId: string) => ({ sourceApp: 'x', externalId })
  expect(lines.slice(4).map((line) => JSON.parse(line))).toEqual([
    { object: 'supersession', earlier: entry('1'), later: entry('2') },
  ])
  expect((await readAll(lines.join(''))).memories).toHaveLength(3)
})

test('writes an export of this service again as it is, with its history', async () => {
  const id = 'mem_01kb5dd9v2000m4h2n8y7tq3wz'
  const other = 'mem_01kb5dd9v2000m4h2n8y7tq3w0'
  const lines = [
    { format: 'memory-service', version: 1 },
    {
      ...{ id, content: 'Has a red boat.', scope: 'note', type: 'fact', createdAt: AT, sourceApp: null },
      ...{ supersedes: [other], revision: 2, editedBy: { actor: 'user', app: null } },
    },
    {
      object: 'revision',
      id,
      revision: 1,
      at: AT,
      until: AT,
      change: 'created',
      actor: 'user',
      memory: { content: 'Has a boat.' },
    },
  ]
  const records = await recordsOf(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const written: unknown[] = []
  for await (const line of toJsonLines(records)) written.push(JSON.parse(line))
  expect(written).toEqual(lines)
})
