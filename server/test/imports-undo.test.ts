import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/foundation/ids.ts'
import { candidate, chatLine, entry, importsOf, messageLine } from './importing.ts'
import { LINES, written } from './portable.ts'
import { type TestService, testService } from './service.ts'

/** Taking imports back as a whole. */

let service: TestService
let imports: ReturnType<typeof importsOf>
beforeAll(async () => {
  service = await testService()
  imports = importsOf(service)
})
afterAll(() => service.stop())

describe('taking an import back', () => {
  test('removes what it stored and restores what it changed, and the import can be made again', async () => {
    const ada = await service.newPerson()
    await imports.send(ada, (await imports.begin(ada)).id, [entry(1, 'Likes rye bread.')])
    const { id } = await imports.begin(ada, 'two')
    const chat = newId('cht')
    const lines = [
      entry(1, 'Likes oat bread.'),
      entry(2, 'Has a boat.'),
      chatLine(chat),
      messageLine(chat),
      candidate('I live in Bergen.', { chatId: chat }),
    ]
    await imports.send(ada, id, lines, '&finish=true')
    const back = await imports.undo(ada, id)
    expect(back).toEqual({ memories: 1, restored: 1, chats: 1, messages: 1, candidates: 1, skipped: 0 })
    expect(await imports.contents(ada)).toEqual(['Likes rye bread.'])
    expect([(await imports.as(ada, 'GET', '/v1/chats')).items, await imports.waiting(ada)]).toEqual([[], []])
    expect(await imports.undo(ada, id)).toEqual({
      memories: 0,
      restored: 0,
      chats: 0,
      messages: 0,
      candidates: 0,
      skipped: 0,
    })
    const closed = await service.call('POST', `/v1/import?import=${id}`, {
      ...{ cookie: ada.cookie, headers: LINES },
      body: written(lines),
    })
    expect([closed.status, closed.body.error.code]).toEqual([409, 'conflict'])
    const again = await imports.begin(ada, 'two')
    expect(again.id).not.toBe(id)
    expect((await imports.send(ada, again.id, lines)).import.counts).toMatchObject({
      memories: 1,
      updated: 1,
      chats: 1,
      candidates: 1,
    })
    expect(await imports.contents(ada)).toEqual(['Has a boat.', 'Likes oat bread.'])
  })

  test('removes what it stored once a later import that changed it was taken back', async () => {
    const ada = await service.newPerson()
    const first = await imports.begin(ada)
    await imports.send(ada, first.id, [entry(1, 'Likes rye bread.')], '&finish=true')
    const second = await imports.begin(ada, 'two')
    await imports.send(ada, second.id, [entry(1, 'Likes oat bread.')], '&finish=true')
    expect(await imports.undo(ada, second.id)).toMatchObject({ restored: 1 })
    expect(await imports.undo(ada, first.id)).toMatchObject({ memories: 1, skipped: 0 })
    expect(await imports.contents(ada, 'all')).toEqual([])
  })

  test('makes current again what the person merged into a memory whose text the import had changed', async () => {
    const ada = await service.newPerson()
    await imports.send(ada, (await imports.begin(ada)).id, [entry(1, 'Likes rye bread.')], '&finish=true')
    const second = await imports.begin(ada, 'two')
    await imports.send(ada, second.id, [entry(1, 'Allergic to penicillin.')], '&finish=true')
    const [{ id: imported, scope }] = (await imports.as(ada, 'GET', '/v1/memories')).memories
    const memories = [{ content: 'I am allergic to penicillin.', scope }]
    const [stated] = (await imports.as(ada, 'POST', '/v1/memories', { memories })).memoryIds
    await imports.as(ada, 'POST', '/v1/memories/merge', { ids: [stated, imported], keep: imported })
    expect(await imports.contents(ada)).toEqual(['Allergic to penicillin.'])
    expect(await imports.undo(ada, second.id)).toMatchObject({ restored: 1 })
    expect(await imports.contents(ada)).toEqual(['I am allergic to penicillin.', 'Likes rye bread.'])
  })

  test('leaves what was changed since, and what the person decided', async () => {
    const ada = await service.newPerson()
    const { id } = await imports.begin(ada)
    const [chat, own] = [newId('cht'), await imports.as(ada, 'POST', '/v1/chats', { title: 'Mine' })]
    await imports.send(ada, id, [
      entry(1, 'Likes rye bread.'),
      entry(2, 'Has a boat.'),
      chatLine(chat),
      messageLine(chat),
      candidate('I live in Bergen.'),
      candidate('I keep bees.'),
    ])
    const { memories } = await imports.as(ada, 'GET', '/v1/memories')
    const bread = memories.find(({ externalId }: { externalId: string }) => externalId === '1')
    await imports.as(ada, 'PATCH', `/v1/memories/${bread.id}`, { content: 'Likes dark rye bread.' })
    // Continued without an import.
    await service.ok('POST', '/v1/import', { cookie: ada.cookie, body: written([messageLine(chat)]), headers: LINES })
    const [first] = await imports.waiting(ada)
    await imports.as(ada, 'POST', `/v1/candidates/${first.id}/accept`, {})
    expect(await imports.undo(ada, id)).toEqual({
      memories: 1,
      restored: 0,
      chats: 0,
      messages: 0,
      candidates: 1,
      skipped: 2,
    })
    expect(await imports.contents(ada)).toEqual([first.candidate.content, 'Likes dark rye bread.'].sort())
    const { items } = await imports.as(ada, 'GET', '/v1/chats')
    expect(items.map((each: { id: string }) => each.id).sort()).toEqual([own.id, chat].sort())
  })

  test('frees the space of its chats', async () => {
    const ada = await service.newPerson()
    const { id } = await imports.begin(ada)
    const chats = Array.from({ length: 120 }, () => newId('cht'))
    await imports.send(
      ada,
      id,
      chats.flatMap((chat) => [chatLine(chat), messageLine(chat), messageLine(chat)]),
    )
    expect(await imports.undo(ada, id)).toMatchObject({ chats: 120, messages: 240, skipped: 0 })
    expect((await imports.as(ada, 'GET', '/v1/imports')).capacity).toMatchObject({
      chats: { used: 0 },
      messages: { used: 0 },
    })
  })

  test('is not possible for the import of another person', async () => {
    const [ada, bob] = await Promise.all([service.newPerson(), service.newPerson()])
    const { id } = await imports.begin(ada)
    await imports.send(ada, id, [entry(1, 'Likes rye bread.')])
    for (const [path, headers] of [[`/v1/imports/${id}/undo`], [`/v1/import?import=${id}`, LINES]] as const) {
      const reply = await service.call('POST', path, {
        cookie: bob.cookie,
        ...(headers ? { headers, body: '\n' } : {}),
      })
      expect(reply.status).toBe(404)
    }
    expect(await imports.contents(ada)).toEqual(['Likes rye bread.'])
  })

  test('remembers the fifty newest imports', async () => {
    const ada = await service.newPerson()
    for (let i = 0; i < 52; i++) await imports.begin(ada, `export ${i}`)
    expect((await imports.as(ada, 'GET', '/v1/imports?limit=100')).items).toHaveLength(50)
  })
})
