import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/foundation/ids.ts'
import { openHttpChat } from '../src/foundation/models/http-chat.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { chatLine, importsOf, messageLine } from './importing.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type Person, type TestService, testService } from './service.ts'

/** Chats of an import that the chat model reads. */

const MONTH_MS = 30 * 24 * 60 * 60_000

let service: TestService
let model: ScriptedModel
let imports: ReturnType<typeof importsOf>
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({}, { chat: openHttpChat({ url: model.url, name: 'a-model' }) })
  imports = importsOf(service)
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})

const fact = (content: string) => ({ type: 'fact', scope: 'home', content, importance: 60 })
const finds = (...contents: string[]) => model.structured({ json: { memoryCandidates: contents.map(fact) } })
const setReading = (person: Person, id: string, on: boolean) =>
  service.call('POST', `/v1/imports/${id}/reading`, { cookie: person.cookie, body: { on } })
const readingOf = async (person: Person) => (await imports.as(person, 'GET', '/v1/imports')).items[0].reading
const stateOf = async (person: Person) => (await readingOf(person))?.state
/** Whether a step found the model unavailable and will be tried again, within minutes; the lease of one that runs is longer. */
const triesAgain = async (id: string) =>
  (
    await service.ports.db.one<{ waits: boolean }>(sql`
      select reading_due_at between now() + interval '1 second' and now() + interval '5 minutes' as waits
      from imports where id = ${id}`)
  ).waits
const sentToModel = () => model.requestsOf('structured').map(({ body }) => JSON.stringify(body))

/** A person who imported chats, the oldest first, each a list of what the person said. */
async function withChats(...chats: { said: string[]; doNotRemember?: boolean }[]) {
  const person = await service.newPerson()
  const { id } = await imports.begin(person)
  const made = chats.map(({ said, ...more }, at) => {
    const ms = Date.UTC(2026, 0, 1) + at * MONTH_MS
    const chat = newId('cht', ms)
    const lines = said.flatMap((content, n) => {
      const at = { id: newId('msg', ms + n), createdAt: new Date(ms).toISOString() }
      const reply = { id: newId('msg', ms + n), role: 'assistant', content: `An answer to “${content}”` }
      return [
        { ...messageLine(chat, content), ...at },
        { ...messageLine(chat), ...reply },
      ]
    })
    return { chat, lines: [{ ...chatLine(chat), ...more }, ...lines] }
  })
  await imports.send(
    person,
    id,
    made.flatMap(({ lines }) => lines),
    '&finish=true',
  )
  return { person, id, chats: made.map(({ chat }) => chat) }
}

/** Lets the model answer with no candidates, and only once the returned function has been called. */
function holdAnswers(): () => void {
  let open!: () => void
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  model.structured({ json: { memoryCandidates: [] }, pace: () => opened })
  return open
}

describe('reading the chats of an import', () => {
  test('leaves what the model finds to review, with its source, and never what is not to be read', async () => {
    const { person, id, chats } = await withChats(
      { said: ['We moved to Bergen in spring.', 'My password is hunter2-Kx91.'] },
      { said: ['My diagnosis is a secret of mine.'], doNotRemember: true },
      { said: ['Our cat Bo sleeps on the piano.'] },
    )
    expect(await readingOf(person)).toBeNull()
    const exported = (await service.call('GET', '/v1/export', { cookie: person.cookie })).body as string
    expect(exported.match(/"doNotRemember":true/g)).toHaveLength(1)
    const before = sentToModel().length
    finds('Has a cat called Bo.', 'Moved to Bergen in spring.')
    expect((await setReading(person, id, true)).body.reading).toMatchObject({ state: 'queued', callsMax: 200 })
    await expect.poll(() => stateOf(person)).toBe('done')
    expect(await readingOf(person)).toEqual({ state: 'done', calls: 1, callsMax: 200, found: 2 })
    const sent = sentToModel().slice(before)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toContain('[2026-01-01] We moved to Bergen')
    for (const unread of ['hunter2', 'diagnosis', 'An answer']) expect(sent[0]).not.toContain(unread)

    const waiting = await imports.waiting(person)
    const found = waiting.map(({ candidate, chatId, source }: Record<string, Record<string, string>>) => [
      ...[candidate?.content, chatId, source],
    ])
    expect(found).toContainEqual(['Has a cat called Bo.', chats[2], 'mem0 export'])
    expect(found).toContainEqual(['Moved to Bergen in spring.', chats[0], 'mem0 export'])
    expect(await imports.contents(person)).toEqual([])
    expect((await setReading(person, id, true)).body.reading.state).toBe('done')

    expect((await imports.undo(person, id)).candidates).toBe(2)
    expect(await imports.waiting(person)).toEqual([])
    expect((await setReading(person, id, true)).body.error.code).toBe('conflict')
  })

  test('reads the newest chats first, in parts, and stops and continues where it was', async () => {
    const long = (name: string) => ({ said: Array.from({ length: 5 }, (_, at) => `${name} ${at} `.repeat(150)) })
    const { person, id } = await withChats(long('oldest'), long('newest'))
    const before = sentToModel().length
    const open = holdAnswers()
    await setReading(person, id, true)
    await expect.poll(() => sentToModel().length).toBe(before + 1)
    expect(sentToModel()[before]).toContain('newest 4')
    expect((await setReading(person, id, false)).body.reading.state).toBe('paused')
    open()
    await service.ports.background.idle()
    expect(await readingOf(person)).toMatchObject({ state: 'paused', calls: 0 })
    await setReading(person, id, true)
    await expect.poll(() => stateOf(person)).toBe('done')
    const sent = sentToModel().slice(before + 1)
    for (const part of ['newest 0', 'newest 4', 'oldest 0', 'oldest 4'])
      expect(sent.filter((text) => text.includes(part))).toHaveLength(1)
  })

  test('waits for a model that is away, and finds nothing twice', async () => {
    const { person, id } = await withChats({ said: ['Our cat Bo sleeps on the piano.'] })
    model.goOffline()
    await setReading(person, id, true)
    await expect.poll(() => triesAgain(id)).toBe(true)
    expect(await stateOf(person)).toBe('queued')
    await model.goOnline()
    await setReading(person, id, false)
    finds('Has a cat called Bo.', 'Has a cat called Bo.')
    await setReading(person, id, true)
    await expect.poll(() => readingOf(person)).toMatchObject({ state: 'done', found: 1 })
  })

  test('continues with messages that the import stores later, older and newer ones', async () => {
    const { person, id, chats } = await withChats({ said: ['I keep bees.'] })
    const [chat] = chats as [string]
    await setReading(person, id, true)
    await expect.poll(() => stateOf(person)).toBe('done')
    const add = (content: string, ms: number) =>
      imports.send(person, id, [{ ...messageLine(chat, content), id: newId('msg', ms) }], '&finish=true')
    for (const [content, ms] of [
      ['We moved to Bergen.', Date.UTC(2026, 0, 2)],
      ['I am a nurse.', Date.UTC(2025, 0, 1)],
    ] as const) {
      await add(content, ms)
      expect(await stateOf(person)).toBe('paused')
      const before = sentToModel().length
      await setReading(person, id, true)
      await expect.poll(() => stateOf(person)).toBe('done')
      expect(sentToModel().slice(before).join('')).toContain(content)
      await add(content, ms)
    }
  })

  test('proposes nothing from a chat that is deleted while the model reads it, nor after the import is taken back', async () => {
    const ends = {
      deleted: (person: Person, _: string, chat: string) => imports.as(person, 'DELETE', `/v1/chats/${chat}`),
      takenBack: (person: Person, id: string) => imports.undo(person, id),
    }
    for (const end of [ends.deleted, ends.takenBack]) {
      const { person, id, chats } = await withChats({ said: ['Our cat Bo sleeps on the piano.'] })
      const before = sentToModel().length
      let open!: () => void
      const opened = new Promise<void>((resolve) => {
        open = resolve
      })
      model.structured({ json: { memoryCandidates: [fact('Has a cat called Bo.')] }, pace: () => opened })
      await setReading(person, id, true)
      await expect.poll(() => sentToModel().length).toBe(before + 1)
      await end(person, id, chats[0] ?? '')
      open()
      await service.ports.background.idle()
      await expect.poll(() => stateOf(person)).not.toBe('queued')
      expect(await imports.waiting(person)).toEqual([])
    }
  })

  test('makes at most 600 calls of the model a day for a person, of all imports, and continues the next day', async () => {
    const long = (name: string) => ({ said: Array.from({ length: 5 }, (_, at) => `${name} ${at} `.repeat(150)) })
    const { person, id } = await withChats(long('oldest'), long('newest'))
    const key = `reading ${person.id}`
    const { db } = service.ports
    await db.count(sql`insert into throttles (key, taken, ends_at) values (${key}, 599, now() + interval '1 hour')`)
    const before = sentToModel().length
    await setReading(person, id, true)
    await expect.poll(() => stateOf(person)).toBe('paused')
    expect(sentToModel()).toHaveLength(before + 1)
    for (const each of [id, (await imports.begin(person, 'two')).id]) {
      const refused = await setReading(person, each, true)
      expect(refused.body.error).toMatchObject({ code: 'rate_limited', details: { retry_after: expect.any(Number) } })
      expect(refused.body.error.details.retry_after).toBeGreaterThan(3_000)
      expect((await setReading(person, each, false)).status).toBe(200)
    }
    expect(sentToModel()).toHaveLength(before + 1)
    await db.count(sql`update throttles set ends_at = now() - interval '1 second' where key = ${key}`)
    await setReading(person, id, true)
    await expect
      .poll(async () => (await imports.as(person, 'GET', '/v1/imports')).items.at(-1).reading.state)
      .toBe('done')
  })

  test('counts calls that are stopped before the model has answered', async () => {
    const { person, id } = await withChats({ said: ['Our cat Bo sleeps on the piano.'] })
    const { db } = service.ports
    await db.count(
      sql`insert into throttles (key, taken, ends_at) values (${`reading ${person.id}`}, 598, now() + interval '1 hour')`,
    )
    for (let n = 0; n < 2; n++) {
      const before = sentToModel().length
      const open = holdAnswers()
      await setReading(person, id, true)
      await expect.poll(() => sentToModel().length).toBe(before + 1)
      await setReading(person, id, false)
      open()
      await service.ports.background.idle()
    }
    expect((await setReading(person, id, true)).status).toBe(429)
  })

  test('is refused for the import of another person, and without a chat model', async () => {
    const { person, id } = await withChats({ said: ['Hello.'] })
    expect((await setReading(await service.newPerson(), id, true)).status).toBe(404)
    expect((await imports.as(person, 'GET', '/v1/imports')).reader).toEqual({ callsMax: 200, charsPerCall: 8_000 })
    const without = await testService()
    const other = await without.newPerson()
    const theirs = importsOf(without)
    const begun = await theirs.begin(other)
    const refused = await without.call('POST', `/v1/imports/${begun.id}/reading`, { ...other, body: { on: true } })
    expect(refused.body.error.code).toBe('model_unavailable')
    expect((await theirs.as(other, 'GET', '/v1/imports')).reader).toBeNull()
    await without.stop()
  })
})
