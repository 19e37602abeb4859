import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/foundation/ids.ts'
import { candidate, chatLine, entry, importsOf, messageLine } from './importing.ts'
import { LINES, written } from './portable.ts'
import { type TestService, testService } from './service.ts'

/** Imports of several requests: what they store, and bring up to date. */

const AT = '2026-05-03T07:30:00.000Z'

let service: TestService
let imports: ReturnType<typeof importsOf>
beforeAll(async () => {
  service = await testService()
  imports = importsOf(service)
})
afterAll(() => service.stop())

describe('an import', () => {
  test('counts what it stores over several requests, and is continued by the same digest', async () => {
    const ada = await service.newPerson()
    const { id } = await imports.begin(ada)
    const chat = newId('cht')
    const first = await imports.send(ada, id, [entry(1, 'Likes rye bread.'), chatLine(chat), messageLine(chat)])
    expect(first).toMatchObject({
      imported: 3,
      skipped: 0,
      overLimit: 0,
      import: { counts: { memories: 1 }, finishedAt: null },
    })
    expect((await imports.begin(ada)).id).toBe(id)
    const lines = [entry(1, 'Likes rye bread.'), entry(2, 'Has a boat.'), candidate('I live in Bergen.')]
    const second = await imports.send(ada, id, lines, '&finish=true')
    expect(second).toMatchObject({ imported: 2, skipped: 1 })
    expect(second.import.counts).toEqual({ memories: 2, chats: 1, messages: 1, candidates: 1, updated: 0 })
    expect(second.import.finishedAt).not.toBeNull()
    const { items, capacity } = await imports.as(ada, 'GET', '/v1/imports')
    expect(items).toEqual([second.import])
    expect(capacity).toMatchObject({
      memories: { used: 2, limit: 500 },
      chats: { used: 1, limit: 1_000 },
      messages: { used: 1, limit: 100_000 },
      candidates: { used: 1, limit: 1_000 },
    })
  })

  test('is one when two pages send the same file at once', async () => {
    const ada = await service.newPerson()
    const begun = await Promise.all([1, 2, 3].map(() => imports.begin(ada)))
    const [id = ''] = [...new Set(begun.map((record) => record.id))]
    expect(begun.map((record) => record.id)).toEqual([id, id, id])
    const chat = newId('cht')
    const lines = [entry(1, 'Likes rye bread.'), chatLine(chat), messageLine(chat), candidate('I live in Bergen.')]
    const replies = await Promise.all([1, 2, 3].map(() => imports.send(ada, id, lines)))
    expect(replies.reduce((sum, { imported }) => sum + imported, 0)).toBe(4)
    const { items } = await imports.as(ada, 'GET', '/v1/imports')
    expect(items.map(({ counts }: { counts: object }) => counts)).toEqual([
      { memories: 1, updated: 0, chats: 1, messages: 1, candidates: 1 },
    ])
  })

  test('adds only what is new of the same or a newer export, whatever topics were chosen', async () => {
    const ada = await service.newPerson()
    const plain = (content: string, scope = 'note') => ({
      id: `pasted:${content}`,
      content,
      scope,
      sourceApp: 'pasted',
    })
    const lines = [entry(1, 'Likes rye bread.'), plain('Has a boat.')]
    await imports.send(ada, (await imports.begin(ada)).id, lines)
    const moved = [entry(1, 'Likes rye bread.', { scope: 'nutrition' }), plain('Has a boat.', 'travel')]
    const { id } = await imports.begin(ada, 'two')
    expect(await imports.send(ada, id, [...moved, plain('Keeps bees.')])).toMatchObject({ imported: 1, skipped: 2 })
    // The same text from another source is not stored twice.
    expect(await imports.send(ada, id, [{ content: 'Keeps bees.', scope: 'home', id: 'list:7' }])).toMatchObject({
      skipped: 1,
    })
    expect(await imports.contents(ada)).toEqual(['Has a boat.', 'Keeps bees.', 'Likes rye bread.'])
  })

  test('adds nothing without a record of what an import with one has stored', async () => {
    const ada = await service.newPerson()
    const { id } = await imports.begin(ada)
    const { externalId: _, ...line } = entry(1, 'Likes rye bread.')
    await imports.send(ada, id, [line, entry(2, 'Has a boat.')], '&finish=true')
    const body = written([line, entry(2, 'Has a boat.')])
    const again = await service.ok('POST', '/v1/import', { cookie: ada.cookie, body, headers: LINES })
    expect(again).toMatchObject({ imported: 0, skipped: 2 })
  })

  test('updates an entry whose text changed; if the person edited it, the text waits for review', async () => {
    const ada = await service.newPerson()
    await imports.send(ada, (await imports.begin(ada)).id, [entry(1, 'Likes rye bread.'), entry(2, 'Has a boat.')])
    const { memories } = await imports.as(ada, 'GET', '/v1/memories')
    const boat = memories.find(({ content }: { content: string }) => content === 'Has a boat.')
    await imports.as(ada, 'PATCH', `/v1/memories/${boat.id}`, { content: 'Has a red boat.' })
    const { id } = await imports.begin(ada, 'two')
    // The same text as before: nothing to review, although it differs from the edited one.
    expect(await imports.send(ada, id, [entry(2, 'Has a boat.')])).toMatchObject({ imported: 0, skipped: 1 })
    const newer = [entry(1, 'Likes oat bread.'), entry(2, 'Has two boats.')]
    expect((await imports.send(ada, id, newer)).import.counts).toMatchObject({ memories: 0, updated: 1, candidates: 1 })
    expect(await imports.send(ada, id, newer)).toMatchObject({ imported: 0, skipped: 2 })
    expect(await imports.contents(ada)).toEqual(['Has a red boat.', 'Likes oat bread.'])
    const [review] = await imports.waiting(ada)
    expect(review).toMatchObject({
      source: 'mem0',
      replaces: { id: boat.id, content: 'Has a red boat.' },
      candidate: { content: 'Has two boats.' },
    })
    const accepted = await imports.as(ada, 'POST', `/v1/candidates/${review.id}/accept`, {})
    expect(accepted).toMatchObject({ status: 'accepted', memoryId: boat.id })
    expect(await imports.contents(ada)).toEqual(['Has two boats.', 'Likes oat bread.'])
  })

  test('leaves sentences to review once, linked to their chat, and not those that are remembered', async () => {
    const ada = await service.newPerson()
    await imports.as(ada, 'POST', '/v1/memories', { memories: [{ content: 'I have a dog.', scope: 'home' }] })
    const chat = newId('cht')
    const message = messageLine(chat)
    const lines = [
      chatLine(chat),
      message,
      candidate('I live in Bergen.', { chatId: chat, messageId: message.id }),
      candidate('I have a dog.'),
      candidate('I keep bees.', { chatId: newId('cht'), scope: 'unheard-of' }),
    ]
    const { id } = await imports.begin(ada)
    expect((await imports.send(ada, id, lines)).import.counts).toMatchObject({ candidates: 2, memories: 0 })
    const found = await imports.waiting(ada)
    expect(found).toMatchObject([
      { source: 'chatgpt', candidate: { scope: expect.stringMatching(/home|general/) } },
      { source: 'chatgpt' },
    ])
    const bergen = found.find(({ chatId }: { chatId: string | null }) => chatId === chat)
    expect(bergen.candidate).toMatchObject({ content: 'I live in Bergen.', occurredAt: AT })
    await imports.as(ada, 'POST', `/v1/candidates/${bergen.id}/decline`)
    const again = await imports.send(ada, (await imports.begin(ada, 'two')).id, lines)
    expect(again).toMatchObject({ imported: 0, skipped: 5 })
    expect(await imports.waiting(ada)).toHaveLength(1)
  })

  test('does not bring back what the person has deleted', async () => {
    const ada = await service.newPerson()
    const lines = [entry(1, 'Likes rye bread.'), { id: 'pasted:1', content: 'Has a boat.', scope: 'note' }]
    await imports.send(ada, (await imports.begin(ada)).id, lines)
    for (const { id } of (await imports.as(ada, 'GET', '/v1/memories')).memories)
      await imports.as(ada, 'DELETE', `/v1/memories/${id}`)
    const { id } = await imports.begin(ada, 'two')
    expect(await imports.send(ada, id, [...lines, entry(1, 'Likes oat bread.')])).toMatchObject({
      imported: 0,
      skipped: 3,
    })
    expect(await imports.contents(ada)).toEqual([])
  })

  const pair = (earlier: string, later: string) => ({
    object: 'supersession',
    earlier: { sourceApp: 'mem0', externalId: earlier },
    later: { sourceApp: 'mem0', externalId: later },
  })

  test('leaves out what would close a circle with what was superseded before', async () => {
    const ada = await service.newPerson()
    const lines = ['stamps', 'coins', 'shells'].map((what, at) => entry(at + 1, `Collects ${what}.`))
    const { id } = await imports.begin(ada)
    await imports.send(ada, id, [...lines, pair('2', '3')])
    expect(await imports.contents(ada)).toHaveLength(2)
    await imports.send(ada, id, [pair('1', '2'), pair('3', '1')])
    expect(await imports.contents(ada)).toEqual(['Collects shells.'])
  })

  test('supersedes what the source says was replaced', async () => {
    const ada = await service.newPerson()
    const lines = [
      entry(1, 'Lives in Bergen.', { supersededBy: 'mem0:2', validUntil: '2026-06-01T00:00:00.000Z' }),
      entry(2, 'Lives in Oslo.', { validFrom: '2026-06-01T00:00:00.000Z' }),
      pair('1', '2'),
      pair('2', '1'),
      pair('1', '1'),
      pair('9', '2'),
    ]
    const { id } = await imports.begin(ada)
    await imports.send(ada, id, lines)
    await imports.send(ada, id, lines)
    const { memories } = await imports.as(ada, 'GET', '/v1/memories?state=all')
    const [oslo, bergen] = ['Oslo', 'Bergen'].map((town) =>
      memories.find(({ content }: { content: string }) => content.includes(town)),
    )
    expect(bergen).toMatchObject({ supersededBy: oslo.id, validUntil: '2026-06-01T00:00:00.000Z', revision: 2 })
    expect(oslo).toMatchObject({ supersededBy: null, supersedes: [bergen.id] })
    expect(await imports.contents(ada)).toEqual(['Lives in Oslo.'])
    expect(await imports.undo(ada, id)).toMatchObject({ memories: 2, skipped: 0 })
    expect(await imports.contents(ada, 'all')).toEqual([])
  })

  test('stores what fits and counts the rest, also in a request of which nothing fits', async () => {
    const ada = await service.newPerson()
    const { id } = await imports.begin(ada)
    const many = Array.from({ length: 520 }, (_, i) => entry(i, `Saw bird ${i}.`))
    const full = await imports.send(ada, id, many)
    expect(full).toMatchObject({ imported: 500, overLimit: 20, errorCount: 20 })
    expect(full.errors[0].message).toBe('exceeds the limit of 500 memories')
    expect(await imports.send(ada, id, [entry(900, 'Saw an owl.')])).toMatchObject({ imported: 0, overLimit: 1 })
    // An entry that is stored can still change.
    expect(await imports.send(ada, id, [entry(1, 'Saw bird 1 again.')])).toMatchObject({ imported: 1, overLimit: 0 })
  })
})
