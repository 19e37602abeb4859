import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Frame, type TestService, testService } from './service.ts'
import { newTwoApps } from './two-apps.ts'

/** What an app makes of a memory that stands for what others have stated. */

let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' })
})
afterAll(() => service.stop())

const DAY_MS = 86_400_000
const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString()

/** A person with two apps, and a statement of the person. */
async function home(content: string, scope: string) {
  const { cookie, good, bad } = await newTwoApps(service)
  const [stated] = (await service.ok('POST', '/v1/memories', { cookie, body: { memories: [{ content, scope }] } }))
    .memoryIds
  const write = async (content: string, more: object = {}): Promise<string> =>
    (await service.remember(bad, [{ content, scope, ...more }])).memoryIds[0]
  const edit = (id: string, body: object) => service.ok('PATCH', `/v1/memories/${id}`, { token: bad, body })
  const current = async (): Promise<string[]> =>
    (await service.get(`/v1/memories?scope=${scope}`, good)).memories.map(({ content }: Frame) => content).sort()
  const supersede = (id: string, by: string, as: { cookie?: string; token?: string } = { cookie }) =>
    service.ok('POST', `/v1/memories/${id}/supersede`, { ...as, body: { by } })
  return { cookie, bad, stated, write, edit, current, supersede }
}

const ALLERGY = 'I am allergic to penicillin.'

describe('a statement about health that the person let an app’s replace is current again', () => {
  /** Ways to make the app's statement say something else. */
  const changes: [name: string, body: object][] = [
    ['content', { content: 'Likes green tea.' }],
    ['end', { validFrom: day(-9), validUntil: day(-8) }],
    ['scope', { scope: 'media' }],
  ]
  test.each(changes)('when the app changes its %s', async (_name, body) => {
    const { stated, write, edit, current, supersede } = await home(ALLERGY, 'health')
    const own = await write('Allergic to penicillin and ibuprofen.')
    await supersede(stated, own)
    expect(await current()).toEqual(['Allergic to penicillin and ibuprofen.'])
    await edit(own, body)
    expect(await current()).toContain(ALLERGY)
  })

  test('when the app writes something else with the same externalId', async () => {
    const { stated, write, current, supersede } = await home(ALLERGY, 'health')
    const own = await write('Allergic to penicillin and ibuprofen.', { externalId: 'a1' })
    await supersede(stated, own)
    await write('Allergic to penicillin and ibuprofen.', { externalId: 'a1', metadata: { synced: 2 } })
    expect(await current()).toEqual(['Allergic to penicillin and ibuprofen.'])
    await write('Likes green tea.', { externalId: 'a1' })
    expect(await current()).toEqual([ALLERGY, 'Likes green tea.'])
  })

  test('when the app supersedes its statement by another', async () => {
    const { bad, stated, write, current, supersede } = await home(ALLERGY, 'health')
    const own = await write('Allergic to penicillin and ibuprofen.')
    await supersede(stated, own)
    await supersede(own, await write('Likes green tea.'), { token: bad })
    expect(await current()).toEqual([ALLERGY, 'Likes green tea.'])
  })

  test('when the app restores what it had written before', async () => {
    const { cookie, bad, stated, write, edit, current } = await home(ALLERGY, 'health')
    const own = await write('Likes green tea.')
    await edit(own, { content: 'Allergic to penicillin and ibuprofen.' })
    await service.ok('POST', `/v1/memories/${stated}/supersede`, { cookie, body: { by: own, byRevision: 2 } })
    await service.ok('POST', `/v1/memories/${own}/restore`, { token: bad, body: { revision: 1 } })
    expect(await current()).toEqual([ALLERGY, 'Likes green tea.'])
  })

  test('when the person merged the two as copies', async () => {
    const { cookie, stated, write, edit, current } = await home(ALLERGY, 'health')
    const own = await write('Allergic to penicillin.')
    await service.ok('POST', '/v1/memories/merge', { cookie, body: { ids: [stated, own], keep: own } })
    await edit(own, { content: 'Likes green tea.' })
    expect(await current()).toEqual([ALLERGY, 'Likes green tea.'])
  })

  test('when the app lets its statement end, whatever date the person’s names', async () => {
    const since = 'I have been allergic to penicillin since May 2019.'
    const { stated, write, edit, current, supersede } = await home(since, 'health')
    const own = await write('Allergic to penicillin (since May 2019).')
    await supersede(stated, own)
    await edit(own, { validUntil: day(0.1) })
    expect(await current()).toContain(since)
  })

  test('and stays superseded while the app changes what does not matter', async () => {
    const { stated, write, edit, current, supersede } = await home(ALLERGY, 'health')
    const own = await write('Allergic to penicillin and ibuprofen.')
    await supersede(stated, own)
    await edit(own, { importance: 90, pinned: true })
    await edit(own, { occurredAt: day(-1) })
    expect(await current()).toEqual(['Allergic to penicillin and ibuprofen.'])
  })
})

describe('what the person let an app’s replace, on any subject, is current again', () => {
  const WIFE = 'My wife is Anna.'
  const COPY = 'My wife is called Anna Berg.'

  /** What the person merged into a copy of an app. */
  async function merged() {
    const all = await home(WIFE, 'note')
    const copy = await all.write(COPY)
    const body = { ids: [all.stated, copy], keep: copy }
    await service.ok('POST', '/v1/memories/merge', { cookie: all.cookie, body })
    expect(await all.current()).toEqual([COPY])
    return { ...all, copy }
  }

  const changes: [name: string, body: object][] = [
    ['rewrites the copy', { content: 'Likes green tea.' }],
    ['ends the copy', { validFrom: day(-9), validUntil: day(-8) }],
    ['lets the copy end soon', { validUntil: day(0.1) }],
    ['moves the copy', { scope: 'media' }],
  ]
  test.each(changes)('when the app %s', async (_name, body) => {
    const { edit, copy, current } = await merged()
    await edit(copy, body)
    expect(await current()).toContain(WIFE)
  })

  test('when the app supersedes the copy by something else', async () => {
    const { bad, write, supersede, copy, current } = await merged()
    await supersede(copy, await write('Likes green tea.'), { token: bad })
    expect(await current()).toContain(WIFE)
  })

  test('when the app writes something else with the same externalId', async () => {
    const { stated, write, current, supersede } = await home('Prefers tea.', 'note')
    await supersede(stated, await write('Prefers maté.', { externalId: 'drink' }))
    await write('Buy milk.', { externalId: 'drink' })
    expect(await current()).toEqual(['Buy milk.', 'Prefers tea.'])
  })

  test('unless a later statement replaces the copy', async () => {
    const { stated, write, current, supersede } = await home('Prefers tea.', 'note')
    await supersede(stated, await write('Works at Globex.'))
    await write('Works at Initech.')
    expect(await current()).toEqual(['Works at Initech.'])
  })
})

test('readings of an app after the person’s leave the person’s superseded', async () => {
  const { write, edit, current } = await home('Weight: 80 kg.', 'health')
  for (const weight of [79, 78, 77]) await write(`Weight: ${weight} kg.`)
  expect(await current()).toEqual(['Weight: 77 kg.'])
  const synced = await write('Weight: 76 kg.', { externalId: 'w' })
  await write('Weight: 76 kg.', { externalId: 'w', occurredAt: day(-1) })
  await edit(synced, { occurredAt: day(-2) })
  expect(await current()).toEqual(['Weight: 76 kg.'])
})

test('a dose that the person let an app’s replace is in question once the app supersedes its own', async () => {
  const { cookie, stated, write, current, supersede } = await home('I take 500 mg of metformin.', 'health')
  await supersede(stated, await write('Takes 1000 mg of metformin.'))
  const last = await write('Takes 850 mg of metformin.')
  expect(await current()).toContain('I take 500 mg of metformin.')
  const { items } = await service.ok('GET', '/v1/memories/questions', { cookie })
  expect(items).toMatchObject([{ memory: { id: stated }, successor: { id: last } }])
})

test('what the person has superseded by own words stays so, whatever an app adds', async () => {
  const { cookie, stated, write, current, supersede } = await home('I can\u2019t swim.', 'fitness')
  const body = { memories: [{ content: 'I swim every week now.', scope: 'fitness' }] }
  const [own] = (await service.ok('POST', '/v1/memories', { cookie, body })).memoryIds
  await supersede(stated, own)
  await supersede(own, await write('Swims twice a week.'))
  expect(await current()).toEqual(['Swims twice a week.'])
})

describe('an app’s home does not replace the person’s', () => {
  const written: [name: string, more: object][] = [
    ['is over', { validFrom: day(-1), validUntil: day(-0.5) }],
    ['begins later', { validFrom: day(4_000) }],
    ['ends', { validUntil: day(3) }],
    ['is erased by itself', { expiresAt: day(3) }],
  ]
  test.each(written)('if it %s', async (_name, more) => {
    const { write, current } = await home('I live in Rome.', 'home')
    await write('I live in Oslo.', more)
    expect(await current()).toContain('I live in Rome.')
  })

  const changed: [name: string, body: object][] = [
    ['ends it', { validUntil: day(0.1) }],
    ['moves it', { scope: 'media' }],
    ['dates it ahead', { validFrom: day(4_000) }],
  ]
  test.each(changed)('any more once the app %s', async (_name, body) => {
    const { write, edit, current } = await home('I live in Rome.', 'home')
    const own = await write('I live in Oslo.')
    expect(await current()).toEqual(['I live in Oslo.'])
    await edit(own, body)
    expect(await current()).toContain('I live in Rome.')
  })
})

test('a home of an app is current again, and not the person’s, once the app ends the one that replaced both', async () => {
  const { write, edit, current } = await home('I live in Rome.', 'home')
  await write('I live in Oslo.')
  const last = await write('I moved to Bergen.')
  expect(await current()).toEqual(['I moved to Bergen.'])
  await edit(last, { scope: 'media' })
  expect(await current()).toEqual(['I live in Oslo.'])
})

test('a new date of an appointment that an app states on that day replaces the person’s', async () => {
  const { write, current } = await home('Dentist appointment on 3 June.', 'note')
  await write('The dentist appointment was moved to 9 June.', { occurredAt: day(200), validUntil: day(201) })
  expect(await current()).toEqual(['The dentist appointment was moved to 9 June.'])
})

test('the end that a later statement gives an app’s home leaves what that home has replaced superseded', async () => {
  const { write, current } = await home('I live in Rome.', 'home')
  await write('I live in Oslo.')
  await write('I moved to Bergen.')
  expect(await current()).toEqual(['I moved to Bergen.'])
})

test('what an app replaced of its own stays replaced, however often it goes on', async () => {
  const { write, edit, current } = await home('Likes tea.', 'health')
  const doses = ['5', '7', '6', '4'].map((dose) => `Takes ${dose} mg of warfarin.`)
  let last: string | undefined
  for (const dose of doses) last = await write(dose, last ? { supersedes: [last] } : {})
  expect(await current()).toEqual(['Likes tea.', 'Takes 4 mg of warfarin.'])
  await edit(last!, { validUntil: day(1), importance: 10 })
  expect(await current()).toEqual(['Likes tea.', 'Takes 4 mg of warfarin.'])
})
