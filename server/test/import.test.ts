import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LINES, many, transfersOf, written } from './portable.ts'
import { type TestService, testService } from './service.ts'

let service: TestService
let transfers: ReturnType<typeof transfersOf>
beforeAll(async () => {
  service = await testService({ userPlan: 'pro' })
  transfers = transfersOf(service)
})
afterAll(() => service.stop())

describe('an import', () => {
  test('keeps complete batches when interrupted, and continues when sent again', async () => {
    const person = await service.newPerson()
    const memories = many(1_700)
    const text = written(memories)
    const half = request(`${service.url}/v1/import`, { method: 'POST', headers: { cookie: person.cookie, ...LINES } })
    half.on('error', () => {})
    half.write(text.slice(0, Math.floor(text.length * 0.7)))
    const count = async () => (await service.ok('GET', '/v1/usage', { cookie: person.cookie })).memories.used
    while ((await count()) < 1_100) await sleep(20)
    half.destroy()
    await sleep(200)
    expect(await count()).toBe(1_100)
    expect(await transfers.imported(person, text)).toEqual({ imported: 600, skipped: 1_100, errors: [], errorCount: 0 })
    expect((await transfers.exported(person)).memories.map(({ id }) => id)).toEqual(memories.map(({ id }) => id))
  })

  test('imports each line once when sent concurrently', async () => {
    const person = await service.newPerson()
    const text = written(many(1_200))
    const answers = await Promise.all([1, 2, 3].map(() => transfers.imported(person, text)))
    expect(answers.reduce((sum, { imported }) => sum + imported, 0)).toBe(1_200)
    expect(answers.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(2_400)
    expect((await transfers.exported(person)).header.count).toBe(1_200)
  })

  test('lists each rejected line and stores the rest', async () => {
    const person = await service.newPerson()
    const good = (content: string, more = {}) => JSON.stringify({ content, scope: 'note', ...more })
    const lines = [
      good('first'),
      '{"content":"half',
      '',
      good('no scope', { scope: 'Not A Scope' }),
      good('crlf').concat('\r'),
      good('x'.repeat(8_193)),
      good('nul').replace('nul', 'n\\u0000l'),
      good('half a pair').replace('pair', '\\ud800'),
      '[1,2]',
      'null',
      good('heavy', { importance: 101 }),
      good('times', { createdAt: 'then' }),
      good('y'.repeat(300_000)),
      JSON.stringify({ scope: 'note' }),
      good('last'),
    ]
    const answer = await transfers.imported(person, lines.join('\n'))
    expect([answer.imported, answer.skipped, answer.errorCount]).toEqual([3, 0, 11])
    expect(answer.errors.map(({ line }: { line: number }) => line)).toEqual([2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14])
    expect(answer.errors[0].message).toBe('must be JSON')
    expect(answer.errors[1].message).toContain('scope')
    expect((await transfers.exported(person)).memories.map(({ content }) => content).sort()).toEqual([
      'crlf',
      'first',
      'last',
    ])
  })

  test('rejects a line of too many values or levels before it is parsed, and stores the rest', async () => {
    const person = await service.newPerson()
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]))
    const nested = `${'['.repeat(101)}${']'.repeat(101)}`
    const lines = [
      JSON.stringify({ content: 'Many fields.', scope: 'note', metadata: fields(20_001) }),
      `{"content":"Deep.","scope":"note","x":${nested}}`,
      // Not JSON, which parsing would find.
      nested.slice(0, 150),
      JSON.stringify({ content: 'Likes tea.', scope: 'note', metadata: fields(100) }),
    ]
    expect(await transfers.imported(person, lines.join('\n'))).toMatchObject({
      imported: 1,
      errors: [
        { line: 1, message: 'must contain at most 20000 values' },
        { line: 2, message: 'must be nested at most 100 levels deep' },
        { line: 3, message: 'must be nested at most 100 levels deep' },
      ],
    })
  })

  test('lists the first hundred rejected lines and counts all', async () => {
    const answer = await transfers.imported(await service.newPerson(), 'x\n'.repeat(250))
    expect([answer.imported, answer.errors.length, answer.errorCount]).toEqual([0, 100, 250])
  })

  test('names the line that is not UTF-8', async () => {
    const { cookie } = await service.newPerson()
    const body = Buffer.concat([Buffer.from('{"content":"'), Buffer.from([0xff]), Buffer.from('","scope":"note"}\n')])
    const reply = await fetch(`${service.url}/v1/import`, { method: 'POST', headers: { cookie, ...LINES }, body })
    expect(((await reply.json()) as { errors: unknown[] }).errors[0]).toEqual({
      line: 1,
      message: expect.stringContaining('UTF-8'),
    })
  })

  test('derives an id from the content of hand-written lines, so that each is imported once', async () => {
    const person = await service.newPerson()
    const body = written([
      { content: 'Likes rye bread.', scope: 'preference', kind: 'preference' },
      { content: 'Likes rye bread.', scope: 'preference', kind: 'preference' },
      { content: 'Likes rye bread.', scope: 'preference', kind: 'preference', id: 'another-service/1' },
      { content: 'Met Bob.', scope: 'relationship.friends', occurredAt: '2020-02-02T10:00:00Z', sourceApp: 'diary' },
    ])
    expect(await transfers.imported(person, body)).toMatchObject({ imported: 3, skipped: 1, errorCount: 0 })
    expect(await transfers.imported(person, body)).toMatchObject({ imported: 0, skipped: 4, errorCount: 0 })
    const { memories } = await transfers.exported(person)
    for (const { id } of memories) expect(id).toMatch(/^mem_[0-9a-hjkmnp-tv-z]{26}(?:[0-9a-hjkmnp-tv-z]{2})?$/)
    expect(memories.at(-1)).toMatchObject({
      content: 'Met Bob.',
      type: 'event',
      scope: 'relationship.friends',
      occurredAt: '2020-02-02T10:00:00.000Z',
      sourceApp: 'diary',
      importance: 50,
      confidence: 80,
    })
  })

  test('refuses lines of an unknown top-level scope as a write does, and lists the other ones as of now', async () => {
    const person = await service.newPerson()
    await transfers.imported(
      person,
      [{ content: 'Met Bob.', scope: 'note', createdAt: '2020-02-02T10:00:00Z' }]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    )
    const lines = [
      { content: 'Keeps bees.', scope: 'unheard-of.hives' },
      { content: 'Written by hand.', scope: 'note' },
    ]
    const answer = await transfers.imported(person, lines.map((line) => JSON.stringify(line)).join('\n'))
    expect(answer).toMatchObject({ imported: 1, skipped: 0, errorCount: 1, errors: [{ line: 1 }] })
    expect(answer.errors[0].message).toContain('unheard-of')
    const { memories } = await service.ok('GET', '/v1/memories', { cookie: person.cookie })
    expect(memories.map(({ content }: { content: string }) => content)).toEqual(['Written by hand.', 'Met Bob.'])
  })

  test('preserves ids, scoped to the account', async () => {
    const [ada, bob] = await Promise.all([service.newPerson(), service.newPerson()])
    await transfers.imported(ada, written(many(3)))
    const { body } = await transfers.exportStore(ada)
    expect((await transfers.imported(bob, body.replaceAll('river', 'sea'))).imported).toBe(3)
    const [first] = (await transfers.exported(ada)).memories
    await service.ok('DELETE', `/v1/memories/${first.id}`, { cookie: bob.cookie })
    expect((await transfers.exported(ada)).memories.map(({ content }) => content)).toEqual(
      [0, 1, 2].map((i) => `Runs along the river. (${i})`),
    )
    expect((await transfers.exported(bob)).header.count).toBe(2)
  })

  test('is searchable at once, audited, and sends no events', async () => {
    const { person, developer, app, token } = await service.connected(['memory:read:*'])
    await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, {
      cookie: developer.cookie,
      body: { url: 'http://127.0.0.1:9/', events: ['memory.created'] },
    })
    await service.get('/v1/memories?query=river', token)
    const memories = many(600)
    await transfers.imported(person, written([...memories, { content: 'Plays the zither.', scope: 'media' }]))
    const find = async () => (await service.get('/v1/memories?query=zither', token)).memories[0]
    expect((await find()).content).toBe('Plays the zither.')
    // A deleted memory that is imported again is searchable again.
    const { id } = await find()
    const { body } = await transfers.exportStore(person)
    await service.ok('DELETE', `/v1/memories/${id}`, { cookie: person.cookie })
    expect((await find())?.id).not.toBe(id)
    expect(await transfers.imported(person, body)).toMatchObject({ imported: 1, skipped: 600 })
    expect((await find()).id).toBe(id)
    const { items } = await service.ok('GET', `/v1/dev/apps/${app.id}/deliveries`, { cookie: developer.cookie })
    expect(items).toEqual([])
    const audit = await service.ok('GET', '/v1/audit?action=memories.write', { cookie: person.cookie })
    expect(audit.items.map(({ count, actor }: Record<string, unknown>) => [count, actor])).toEqual([
      [1, 'user'],
      [1, 'user'],
      ...Array.from({ length: 6 }, () => [100, 'user']),
    ])
  })

  test.each([
    ['format', { format: 'other-service', version: 1 }],
    ['version', { format: 'memory-service', version: 2 }],
    ['version', { format: 'memory-service' }],
  ])('rejects a foreign header: %s %o', async (path, header) => {
    const reply = await transfers.importLines(await service.newPerson(), written([header, ...many(2_000)]))
    expect([reply.status, reply.body.error.details[0].path]).toEqual([400, path])
  })

  test('accepts only JSON Lines, and only from the user’s own session', async () => {
    const { cookie } = await service.newPerson()
    const body = written(many(1))
    const status = async (call: object) => (await service.call('POST', '/v1/import', { body, ...call })).status
    expect(await status({ cookie })).toBe(415)
    expect(await status({ headers: LINES })).toBe(401)
    expect(await status({ cookie, headers: { ...LINES, origin: 'https://elsewhere.example' } })).toBe(403)
    expect(await status({ cookie, headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } })).toBe(200)
    expect((await service.call('POST', '/v1/import', { cookie })).status).toBe(400)
    const huge = request(`${service.url}/v1/import`, {
      method: 'POST',
      headers: { cookie, ...LINES, 'content-length': 513 * 1024 * 1024 },
    })
    huge.on('error', () => {}).write('{')
    const [refusal] = await once(huge, 'response')
    expect(refusal.statusCode).toBe(413)
    huge.destroy()
    // Other routes reject the content type.
    expect((await service.call('POST', '/v1/memories', { cookie, body, headers: LINES })).status).toBe(415)
  })
})

test('an import at the limit stores what fits and lists the rest; 402 when nothing fits', async () => {
  const small = await testService()
  try {
    const { cookie } = await small.newPerson()
    const send = (lines: object[]) => small.call('POST', '/v1/import', { cookie, body: written(lines), headers: LINES })
    const memories = many(700)
    const first = await send(memories)
    expect(first.body).toMatchObject({ imported: 500, skipped: 0, errorCount: 200 })
    expect(first.body.errors[0]).toEqual({ line: 501, message: 'exceeds the limit of 500 memories' })
    expect(first.body.errors).toHaveLength(100)
    // Existing lines need no space, but none of the new lines fits.
    const again = await send(memories)
    expect([again.status, again.body.error.code]).toEqual([402, 'limit_exceeded'])
    expect(again.body.error.details).toEqual({ limit: 'memories', used: 500, max: 500, plan: 'free' })
    expect((await send(memories.slice(0, 500))).body).toMatchObject({ imported: 0, skipped: 500, errorCount: 0 })
    await small.ok('DELETE', `/v1/memories/${memories[3]?.id}`, { cookie })
    expect((await send(memories)).body).toMatchObject({ imported: 1, skipped: 499, errorCount: 200 })
  } finally {
    await small.stop()
  }
})
