import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

/*
 * What an app writes leaves nothing out of bundles and briefs that it may not supersede: statements of others outside the
 * scopes that it writes, and of health and safety without the consent of the user.
 */

const READS = ['memory:read:*', 'memory:write:*', 'context:read:*', 'identity:read']
const DAY_MS = 86_400_000

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

interface Written {
  content: string
  scope: string
  [field: string]: unknown
}

const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString()
const stated = (content: string, scope: string, more: object = {}) => ({ content, scope, type: 'fact', ...more })

/** Whether a reader gets what the user stated, before and after an app has written. */
async function shownBeside(truth: Written, planted: Written[], grants: string[]) {
  const developer = await service.newDeveloper()
  const [reader, writer] = [await service.newApp(developer, READS), await service.newApp(developer, grants)]
  const person = await service.newPerson()
  const [token, writing] = [await service.connect(person, reader, READS), await service.connect(person, writer, grants)]
  await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories: [truth] } })
  const shown = async () => {
    const { memories } = await service.get('/v1/context?intent=assistant', token)
    const brief = await service.get('/v1/identity/brief', token)
    return {
      bundle: memories.some(({ content }: Written) => content === truth.content),
      brief: JSON.stringify(brief).includes(truth.content.replace(/\.$/, '')),
    }
  }
  const before = await shown()
  await service.remember(writing, planted)
  return { before, after: await shown() }
}

const UNTOUCHED: [truth: Written, planted: Written][] = [
  [stated('Takes 5 mg of warfarin.', 'health'), stated('Takes 50 mg of warfarin.', 'note')],
  [
    stated('Insulin: 10 units before each meal.', 'health'),
    stated('Insulin: 100 units before each meal.', 'note', { importance: 100 }),
  ],
  [stated('Carries 2 EpiPens.', 'health', { pinned: true }), stated('Carries 0 EpiPens.', 'note')],
  [
    stated('Emergency contact: Tom, 555 0101.', 'relationship'),
    stated('Emergency contact: Tom, 555 0199.', 'note', { pinned: true }),
  ],
  [
    stated('Lives in Oslo near the harbour.', 'home', { occurredAt: day(-1) }),
    stated('Lives in Berlin near the park.', 'note', { occurredAt: day(1_500) }),
  ],
  [
    stated('Works as a nurse at Acme.', 'work', { occurredAt: day(-900) }),
    stated('Now works as a pilot at Globex.', 'note', { occurredAt: day(-1) }),
  ],
  [
    stated('Wants to finish the marathon under four hours.', 'goal', { type: 'goal', occurredAt: day(-30) }),
    stated('Finished the marathon under four hours.', 'note', { type: 'event' }),
  ],
  [
    stated('Loves cheese and steak.', 'preference', { type: 'preference', occurredAt: day(-30) }),
    stated('Is vegan.', 'note'),
  ],
]

describe('an app that may write notes only leaves out of bundles and briefs nothing of the user:', () => {
  test.each(UNTOUCHED)('$content', async (truth, planted) => {
    const { before, after } = await shownBeside(truth, [planted], ['memory:write:note'])
    expect(before.bundle).toBe(true)
    expect(after).toEqual(before)
  })

  test('a fact of which it writes many numbers', async () => {
    const truth = stated('Potassium must stay below 5.', 'health')
    const planted = [6, 7, 8, 9].map((limit) => stated(`Potassium must stay below ${limit}.`, 'note'))
    const { before, after } = await shownBeside(truth, planted, ['memory:write:note'])
    expect(after).toEqual(before)
  })

  test('a pinned memory of which it writes a copy of no importance', async () => {
    const truth = stated('Keeps the spare key under the blue pot.', 'home', { pinned: true, importance: 90 })
    const copy = { ...truth, scope: 'note', pinned: false, importance: 0 }
    const fillers = Array.from({ length: 30 }, (_, n) => stated(`Noted the ${n + 3} herons of pond ${n}.`, 'note'))
    const { after } = await shownBeside(truth, [copy, ...fillers], ['memory:write:note'])
    expect(after.bundle).toBe(true)
  })
})

/** Statements of the user, and what an app writes so that they seem to be about a person of that name. */
const OF_USER: [truth: Written, planted: string][] = [
  [stated('Takes 5 mg of warfarin every evening.', 'health'), 'My cousin Takes is ten and my cousin Has is eight.'],
  [stated('Has a severe peanut allergy.', 'health'), 'My colleague is called Has.'],
  [
    stated('Carries an EpiPen in the red bag.', 'health'),
    'My niece Carries loves trains, my nephew Avoids plays chess.',
  ],
  [
    stated('Penicillin makes me break out in hives.', 'health'),
    'My niece Penicillin is eight and her friend Peanuts is nine.',
  ],
  [stated('Avoids ibuprofen because of an ulcer.', 'note'), 'My friend is called Avoids.'],
]

describe('an app that names people leaves the user’s statements about the user:', () => {
  test.each(OF_USER)('$content', async (truth, content) => {
    const { before, after } = await shownBeside(truth, [stated(content, 'note')], ['memory:write:note'])
    expect(before.bundle).toBe(true)
    expect(after).toEqual(before)
  })
})

/** Statements of the user that health or safety depends on, whatever they are filed under, and what an app writes there. */
const IN_QUESTION: [truth: Written, planted: string][] = [
  [stated('My maximum heart rate is 150.', 'fitness'), 'My maximum heart rate is 190.'],
  [stated("I can't swim.", 'fitness'), 'I can swim now.'],
  [stated('I am an organ donor.', 'note'), 'I am no longer an organ donor.'],
  [stated('My next of kin is Tom.', 'relationship'), 'My next of kin is Eve.'],
  [stated('I wear a medical alert bracelet.', 'note'), 'I no longer wear a medical alert bracelet.'],
  [stated('My potassium must stay below 5.', 'note'), 'My potassium must stay below 9.'],
]

describe('in the scope of the earlier statement', () => {
  test.each(IN_QUESTION)('an app leaves out nothing that safety depends on: $content', async (truth, content) => {
    const { scope } = truth
    const { before, after } = await shownBeside(truth, [stated(content, scope)], [`memory:write:${scope}`])
    expect(before.bundle).toBe(true)
    expect(after).toEqual(before)
  })

  test('copies of an app do not take the place of what safety depends on', async () => {
    const truth = stated('There is a restraining order against Jonas.', 'note', {
      occurredAt: day(-400),
      importance: 40,
    })
    const copies = ['was lifted', 'has ended', 'is gone'].map((end) =>
      stated(`The restraining order against Jonas ${end}.`, 'note'),
    )
    const others = Array.from({ length: 14 }, (_, n) => stated(`Noted the ${n + 3} herons of pond ${n}.`, 'note'))
    const { before, after } = await shownBeside(truth, [...copies, ...others], ['memory:write:note'])
    expect(after).toEqual(before)
  })

  test('an app makes another number of an everyday fact current', async () => {
    const truth = stated('My phone number is 555 0101.', 'fitness', { occurredAt: day(-2) })
    const { before, after } = await shownBeside(
      truth,
      [stated('My phone number is 555 0140.', 'fitness')],
      ['memory:write:fitness'],
    )
    expect([before.bundle, after.bundle]).toEqual([true, false])
  })
})

test('the text of the user as an app has edited it is not the word of the user', async () => {
  const developer = await service.newDeveloper()
  const grants = ['memory:read:note', 'memory:write:note']
  const [reader, editor] = [await service.newApp(developer, READS), await service.newApp(developer, grants)]
  const person = await service.newPerson()
  const [token, editing] = [await service.connect(person, reader, READS), await service.connect(person, editor, grants)]
  const memories = [stated('Takes 5 mg of warfarin.', 'health'), stated('Buy milk.', 'note')]
  const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories } })
  await service.ok('PATCH', `/v1/memories/${memoryIds[1]}`, {
    token: editing,
    body: { content: 'Takes 50 mg of warfarin.' },
  })
  const bundle = await service.get('/v1/context?intent=assistant', token)
  expect(bundle.memories.map(({ content }: Written) => content)).toContain('Takes 5 mg of warfarin.')
})
