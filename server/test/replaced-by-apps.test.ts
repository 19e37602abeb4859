import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Frame, type TestService, testService } from './service.ts'
import { newTwoApps } from './two-apps.ts'

/* What an app replaces, for certain, of what the user has stated. */

let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' })
})
afterAll(() => service.stop())

/** "5 January": the day in a month. */
const inAMonth = () => {
  const at = new Date(Date.now() + 30 * 86_400_000)
  return `${at.getUTCDate()} ${at.toLocaleString('en', { month: 'long', timeZone: 'UTC' })}`
}
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString()

/** A statement of a user, and what becomes of it when an app writes others in its scope. */
async function newStatement(content: string, scope = 'note') {
  const { person, cookie, good, bad } = await newTwoApps(service)
  const body = { memories: [{ content, scope }] }
  const [id] = (await service.ok('POST', '/v1/memories', { cookie, body })).memoryIds
  const write = async (content: string, more: object = {}): Promise<string> =>
    (await service.remember(bad, [{ content, scope, ...more }])).memoryIds[0]
  const state = async () => {
    const { supersededBy, maybeSupersededBy } = await service.get(`/v1/memories/${id}`, good)
    return supersededBy ? 'superseded' : maybeSupersededBy ? 'in question' : 'current'
  }
  const contents = async (query = ''): Promise<string[]> =>
    (await service.get(`/v1/memories?scope=${scope}${query}`, good)).memories.map(({ content }: Frame) => content)
  const bundle = async (): Promise<string[]> => {
    const scopes = ['memory:read:*', 'context:read:*']
    const reader = await service.connect(person, await service.newApp(await service.newDeveloper(), scopes), scopes)
    const { memories } = await service.get('/v1/context?intent=assistant&limit=100', reader)
    return memories.map(({ content }: Frame) => content)
  }
  const edit = (other: string, body: object) => service.ok('PATCH', `/v1/memories/${other}`, { token: bad, body })
  const replace = (by: string) => service.ok('POST', `/v1/memories/${id}/supersede`, { cookie, body: { by } })
  return { write, state, contents, bundle, edit, replace }
}

describe('statements that no rule reads as everyday facts are put in question, and bundles still contain them', () => {
  test.each([
    ['My father beats me.', 'My father no longer beats me.'],
    ['I cut myself.', 'I no longer cut myself.'],
    ['My grandfather needs thickened fluids.', 'My grandfather no longer needs thickened fluids.'],
    ['I have a panic button.', 'I no longer have a panic button.'],
    ['My sister checks on me at night.', 'My sister no longer checks on me.'],
    ['I can not swim.', 'I can swim now.'],
    ['The pick-up word at school is Zebra.', 'The pick-up word at school is Lion.'],
    ['The gate code for paramedics is 4711.', 'The gate code for paramedics is 1234.'],
    ['My night carer comes at 7 am.', 'My night carer no longer comes.'],
    ['Pump basal is 0.8 an hour.', 'Pump basal is 2.8 an hour.'],
    ['I can stand for 10 minutes.', 'I can stand for 90 minutes.'],
    ['I live in a women’s refuge in Rome.', 'I live in Oslo.'],
  ])('%s', async (content, later) => {
    const { write, state, bundle } = await newStatement(content)
    await write(later)
    expect(await state()).not.toBe('superseded')
    expect(await bundle()).toContain(content)
  })
})

describe('an everyday fact in a statement that says more is put in question, and bundles still contain the statement', () => {
  test.each([
    ['My plan for a crisis is to call Lena.', 'My plan for a crisis is to wait.'],
    ['My address is 12 Elm Street, which Jonas does not know.', 'My address is 3 Oak Street.'],
    ['My email is safe@example.com since Jonas reads the old one.', 'My email is old@example.com.'],
    ['I drive a car with hand controls.', 'I drive a Volvo.'],
    ['I like food that is pureed.', 'I no longer like food that is pureed.'],
    ['My goal weight is 60 kg.', 'My goal weight is 40 kg.'],
    ['My budget for gambling is 0 euros.', 'My budget for gambling is 500 euros.'],
    ['I moved to Leeds to get away from Marcus.', 'I live in York.'],
    ['My computer is a ThinkPad with a screen reader.', 'My computer is a MacBook.'],
  ])('%s', async (content, later) => {
    const { write, state, bundle } = await newStatement(content)
    await write(later)
    expect(await state()).not.toBe('superseded')
    expect(await bundle()).toContain(content)
  })
})

test.each([
  ['I live in Rome.', 'I live in Oslo.'],
  ['Lives in Trondheim, Norway.', 'Lives in Oslo, Norway.'],
  ['Works at Google as a software engineer.', 'Works at Apple as a software engineer.'],
  ['Phone: +47 912 34 567', 'Phone: +47 998 76 543'],
  ['I work at Acme.', 'I work at Initech.'],
  ['I drive a Golf.', 'I drive a Tesla.'],
  ['I weigh 70 kg.', 'I weigh 69 kg.'],
  ['I work at Globex.', 'I work at Acme since May.'],
  ['I work at Umbrella.', 'I work at Acme from Monday to Thursday.'],
  ['My phone number is 555 1031.', 'My phone number is 555 2031.'],
  ['Book club meeting on 3 May at 10.', 'Book club meeting moved to 5 May at 10.'],
])('an everyday fact is replaced by an app that may write it: %s', async (content, later) => {
  const { write, state } = await newStatement(content)
  await write(later)
  expect(await state()).toBe('superseded')
})

describe('what is not for good replaces nothing of the user, whatever date the earlier statement names', () => {
  const temporary: [name: string, content: string, more: object][] = [
    ['an end', 'I live in Oslo.', { validUntil: day(1) }],
    ['an expiry', 'I live in Oslo.', { expiresAt: day(1) }],
    ['a time to come when it happens', 'I live in Oslo.', { occurredAt: day(400) }],
    ['a time to come from which it holds', 'I live in Oslo.', { validFrom: day(400) }],
    ['a day to come in its text', `I live in Oslo from ${inAMonth()}.`, {}],
    ['a year to come in its text', `I moved to Oslo in ${new Date().getUTCFullYear() + 9}.`, {}],
  ]
  test.each(temporary)('%s', async (_name, later, more) => {
    for (const content of ['I live in Rome since March 2019.', 'I live at 12 May Street, Rome.']) {
      const { write, state, contents } = await newStatement(content)
      await write(later, more)
      expect(await state(), content).not.toBe('superseded')
      expect(await contents(`&validAt=${day(0)}`)).toContain(content)
    }
  })

  test('an appointment is replaced by another that has an end', async () => {
    const { write, state, edit } = await newStatement('Book club meeting on 3 May at 10.')
    const by = await write('Book club meeting moved to 5 May at 10.', { validUntil: day(30) })
    expect(await state()).toBe('superseded')
    // The calendar of the app dates it: it still stands for the other.
    await edit(by, { occurredAt: day(29), validUntil: day(31) })
    expect(await state()).toBe('superseded')
  })
})

describe('a statement is current again when the app dates what replaced it so that neither held', () => {
  const dates: [name: string, body: () => object][] = [
    ['an end', () => ({ validUntil: day(0.0001) })],
    ['a time to come when it happens', () => ({ occurredAt: day(400) })],
  ]
  test.each(dates)('%s, after the service replaced it', async (_name, body) => {
    const { write, state, edit } = await newStatement('I live in Rome since March 2019.')
    const by = await write('I live in Oslo.')
    expect(await state()).toBe('superseded')
    await edit(by, body())
    expect(await state()).not.toBe('superseded')
  })
  test.each(dates)('%s, after the user agreed about health', async (_name, body) => {
    const { write, state, edit, replace } = await newStatement(
      'I have been allergic to penicillin since May 2019.',
      'health',
    )
    const by = await write('Allergic to penicillin and ibuprofen.')
    await replace(by)
    expect(await state()).toBe('superseded')
    await edit(by, body())
    expect(await state()).not.toBe('superseded')
  })
})
