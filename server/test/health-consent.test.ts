import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Frame, type TestService, testService } from './service.ts'
import { newTwoApps } from './two-apps.ts'

/** What an app writes or edits ends no statement about health that another made, without the person's answer. */

let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' })
})
afterAll(() => service.stop())

const ALLERGY = 'I am allergic to penicillin.'
const NO_ALLERGY = 'I am no longer allergic to penicillin.'

/** A person with two apps, and what they do. */
async function home() {
  const { cookie, good, bad, ...rest } = await newTwoApps(service)
  const own = async (content: string, scope = 'health'): Promise<string> =>
    (await service.ok('POST', '/v1/memories', { cookie, body: { memories: [{ content, scope }] } })).memoryIds[0]
  const write = async (token: string, content: string, scope = 'health'): Promise<string> =>
    (await service.remember(token, [{ content, scope }])).memoryIds[0]
  const edit = (as: { token?: string; cookie?: string }, id: string, content: string) =>
    service.ok('PATCH', `/v1/memories/${id}`, { ...as, body: { content } })
  const read = (id: string) => service.ok('GET', `/v1/memories/${id}`, { cookie })
  /** The pairs of contents that the person is asked about. */
  const questions = async () =>
    (await service.ok('GET', '/v1/memories/questions', { cookie })).items.map(({ memory, successor }: Frame) => [
      memory.content,
      successor.content,
    ])
  return { ...rest, cookie, good, bad, own, write, edit, read, questions }
}

describe('a statement about health of the person', () => {
  test('is not superseded by an edit of an app, which is a question', async () => {
    for (const [earlier, later] of [
      [ALLERGY, NO_ALLERGY],
      ['I take warfarin 5 mg daily.', 'I stopped taking warfarin.'],
    ] as const) {
      const { bad, own, edit, read, questions } = await home()
      const id = await own(earlier)
      const note = await own('Buy milk on the way home.', 'note')
      await edit({ token: bad }, note, later)
      expect(await read(id)).toMatchObject({ supersededBy: null, maybeSupersededBy: note })
      expect(await questions()).toEqual([[earlier, later]])
    }
  })

  test('is not superseded by an app, whatever it is about', async () => {
    const { bad, own, write, read } = await home()
    for (const [earlier, later] of [
      ['I avoid nuts.', 'I no longer avoid nuts.'],
      ['I wear a medical alert bracelet.', 'I no longer wear a medical alert bracelet.'],
      ['My emergency contact is Tom.', 'My emergency contact is Eve now.'],
      ['My INR target is 2.5.', 'My INR target is 9.'],
      ['I am at risk of suicide.', 'I am no longer at risk of suicide.'],
      ['Do not resuscitate.', 'Do not resuscitate no longer.'],
    ] as const) {
      const ids = [await own(earlier), await own(earlier, 'note')]
      for (const scope of ['health', 'note']) await write(bad, later, scope)
      for (const id of ids) expect(await read(id), earlier).toMatchObject({ supersededBy: null })
    }
  })

  test('of a quantity is superseded by the next reading of an app', async () => {
    const { bad, own, write, read } = await home()
    const id = await own('Weight: 80 kg.')
    const later = await write(bad, 'Weight: 79 kg.')
    expect(await read(id)).toMatchObject({ supersededBy: later })
  })

  test('is not superseded after the person has changed the memory of the app in other ways', async () => {
    const { cookie, bad, own, edit, read } = await home()
    const id = await own(ALLERGY)
    const note = await own('Buy milk on the way home.', 'note')
    await edit({ token: bad }, note, NO_ALLERGY)
    await service.ok('PATCH', `/v1/memories/${note}`, { cookie, body: { pinned: true } })
    // Compared again, as the one that was stated before.
    await edit({ cookie }, id, 'I am allergic to penicillin, which gives me hives.')
    await edit({ cookie }, id, ALLERGY)
    await service.ok('PATCH', `/v1/memories/${note}`, { token: bad, body: { content: `${NO_ALLERGY} ` } })
    expect(await read(id)).toMatchObject({ supersededBy: null })
  })

  test('is not superseded by the app whose statement the person has corrected', async () => {
    const { cookie, bad, write, edit, read } = await home()
    const id = await write(bad, 'I am allergic to ibuprofen.')
    await edit({ cookie }, id, ALLERGY)
    const later = await write(bad, NO_ALLERGY)
    expect(await read(id)).toMatchObject({ supersededBy: null, maybeSupersededBy: later })
  })

  test('is not superseded by what an app restores of the person’s earlier words', async () => {
    const { cookie, bad, own, edit, read } = await home()
    const note = await own(NO_ALLERGY, 'note')
    await edit({ cookie }, note, 'Buy milk on the way home.')
    const id = await own(ALLERGY)
    await service.ok('POST', `/v1/memories/${note}/restore`, { token: bad, body: { revision: 1 } })
    await service.ok('PATCH', `/v1/memories/${note}`, { token: bad, body: { content: NO_ALLERGY } })
    expect(await read(id)).toMatchObject({ supersededBy: null })
  })

  test('stays in question until the person answers, whatever an app answers; the answer is audited', async () => {
    const { cookie, bad, own, write, read, questions } = await home()
    const id = await own(ALLERGY)
    const later = await write(bad, NO_ALLERGY)
    const reinstate = (as: object) => service.ok('POST', `/v1/memories/${id}/reinstate`, { ...as, body: {} })
    const audited = async () => (await service.ok('GET', '/v1/audit?action=memory.reinstate', { cookie })).items
    expect(await reinstate({ token: bad })).toMatchObject({ id, maybeSupersededBy: later })
    expect(await questions()).toHaveLength(1)
    expect(await audited()).toEqual([])
    await reinstate({ cookie })
    expect(await read(id)).toMatchObject({ maybeSupersededBy: null })
    expect(await questions()).toEqual([])
    expect(await audited()).toMatchObject([{ actor: 'user', target: id }])
  })

  test('is superseded by what the person writes, or corrects of an app', async () => {
    const { cookie, bad, own, write, edit, read } = await home()
    const id = await own(ALLERGY)
    const note = await write(bad, 'Buy milk on the way home.', 'note')
    await edit({ cookie }, note, NO_ALLERGY)
    expect(await read(id)).toMatchObject({ supersededBy: note, maybeSupersededBy: null })
    const asthma = await own('I have asthma.')
    const later = await own('I no longer have asthma.')
    expect(await read(asthma)).toMatchObject({ supersededBy: later })
  })
})

describe('a statement about health of an app', () => {
  test('is not superseded by what another app makes of one of its memories, or of the person’s', async () => {
    const { good, bad, own, write, edit, read } = await home()
    const id = await write(good, ALLERGY)
    const asthma = await write(good, 'I have asthma.')
    await edit({ token: bad }, await own('Buy milk.', 'note'), NO_ALLERGY)
    await edit({ token: bad }, await write(good, 'The bus leaves at nine.', 'note'), 'I no longer have asthma.')
    for (const each of [id, asthma])
      expect(await read(each)).toMatchObject({ supersededBy: null, maybeSupersededBy: expect.any(String) })
  })

  test('is superseded by the same app, as long as no other has changed it', async () => {
    const { bad, write, edit, read } = await home()
    const id = await write(bad, 'I am allergic to ibuprofen.')
    await edit({ token: bad }, id, ALLERGY)
    const later = await write(bad, NO_ALLERGY)
    expect(await read(id)).toMatchObject({ supersededBy: later })
  })
})
