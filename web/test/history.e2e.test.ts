import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser } from './browser.ts'

let service: TestService
const browser = openBrowser()
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const PHONE_PX = 390

test('the history shows what an app changed, and an earlier state can be restored', async () => {
  const { person, token } = await service.connected(['memory:read:note', 'memory:write:note'])
  const memories = [{ content: 'Keeps the spare key at number 4.', scope: 'note' }]
  const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories } })
  await service.ok('PATCH', `/v1/memories/${memoryIds[0]}`, { token, body: { content: 'Keeps no spare key.' } })
  const page = await browser.visit(service.url, { as: person, width: PHONE_PX })
  await page.goto('/memories')
  await page.getByRole('article').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'About this memory' }).click()
  const about = page.getByRole('dialog', { name: 'About this memory' })
  await about.getByText('“Keeps the spare key at number 4.” became “Keeps no spare key.”').waitFor()
  await about.getByText(/Edited by App/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await about.getByRole('button', { name: 'Restore: Keeps the spare key at number 4.' }).click()
  await about.getByText('“Keeps no spare key.” became “Keeps the spare key at number 4.”').waitFor()
  const memory = await service.ok('GET', `/v1/memories/${memoryIds[0]}`, { cookie: person.cookie })
  expect(memory).toMatchObject({ content: 'Keeps the spare key at number 4.', revision: 3 })
})

test('the history shows other fields, which can be restored, and the details what an app noted', async () => {
  const { person, token } = await service.connected(['memory:read:note', 'memory:write:note'])
  const { memoryIds } = await service.remember(token, [
    { content: 'Flies to Oslo.', scope: 'note', externalId: 'trip-17', metadata: { thread: 'spring trip' } },
  ])
  const [id] = memoryIds
  const before = await service.get(`/v1/memories/${id}`, token)
  const body = { confidence: 20, validUntil: '2031-05-03T12:00:00.000Z' }
  await service.ok('PATCH', `/v1/memories/${id}`, { cookie: person.cookie, body })
  const page = await browser.visit(service.url, { as: person, width: PHONE_PX })
  await page.goto(`/memories?memory=${id}`)
  const about = page.getByRole('dialog', { name: 'About this memory' })
  await about.getByText(`confidence: ${before.confidence} became 20`).waitFor()
  await about.getByText('true until: no end became 3 May 2031').waitFor()
  await about.getByText(/^What App .* noted with it$/).click()
  for (const words of ['trip-17', 'thread', 'spring trip']) await about.getByText(words, { exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await about.getByRole('button', { name: /^Restore the state of / }).click()
  await about.getByText(`confidence: 20 became ${before.confidence}`).waitFor()
  const { confidence, validUntil } = await service.get(`/v1/memories/${id}`, token)
  expect({ confidence, validUntil }).toEqual({ confidence: before.confidence, validUntil: null })
})

test('a deleted memory can be restored from the trash, or erased', async () => {
  const person = await service.newPerson()
  const memories = ['Plays chess.', 'Plays go.'].map((content) => ({ content, scope: 'note' }))
  const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories } })
  await service.ok('POST', '/v1/memories/delete', { cookie: person.cookie, body: { ids: memoryIds } })
  const page = await browser.visit(service.url, { as: person, width: PHONE_PX })
  await page.goto('/memories')
  await page.getByRole('button', { name: 'All memories' }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await page.getByRole('heading', { name: 'Trash' }).waitFor()
  const chess = page.getByRole('article', { name: 'Plays chess.' })
  const go = page.getByRole('article', { name: 'Plays go.' })
  await go.getByText('deleted by you').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await chess.getByRole('button', { name: 'Restore' }).click()
  await chess.waitFor({ state: 'detached' })
  await go.getByRole('button', { name: 'Erase now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
  await page.getByText('The trash is empty').waitFor()
  const list = await service.ok('GET', '/v1/memories', { cookie: person.cookie })
  expect(list.memories.map(({ content }: { content: string }) => content)).toEqual(['Plays chess.'])
  expect((await service.ok('GET', '/v1/memories/trash', { cookie: person.cookie })).items).toEqual([])
})

test('copies are merged, and the merge can be undone', async () => {
  const { person, token } = await service.connected(['memory:read:note', 'memory:write:note'])
  const contents = async () =>
    (await service.get('/v1/memories', token)).memories.map(({ content }: { content: string }) => content)
  for (const content of ['Prefers window seats on flights.', 'Prefers window seats on long flights.'])
    await service.remember(token, [{ content, scope: 'note' }])
  const page = await browser.visit(service.url, { as: person, width: PHONE_PX })
  await page.goto('/memories')
  await page.getByRole('button', { name: 'All memories' }).click()
  await page.getByRole('menuitem', { name: 'Tidy up' }).click()
  const copies = page.getByRole('article', { name: /^Copies: / })
  await copies.getByRole('radio', { name: 'Prefers window seats on flights.' }).click()
  expect(await faultsOf(page)).toEqual([])
  await copies.getByRole('button', { name: 'Merge into this one' }).click()
  await page.getByText('Nothing to tidy up').waitFor()
  expect(await contents()).toEqual(['Prefers window seats on flights.'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await copies.getByRole('button', { name: 'Keep both' }).click()
  await page.getByText('Nothing to tidy up').waitFor()
  expect((await contents()).length).toBe(2)
})

test('the review asks whether a fact has changed', async () => {
  const { person, token } = await service.connected(['memory:read:health', 'memory:write:health'])
  const { cookie } = person
  const own = ['Takes lisinopril.', 'Takes metformin.'].map((content) => ({ content, scope: 'health' }))
  const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie, body: { memories: own } })
  for (const content of ['No longer takes lisinopril.', 'No longer takes metformin.'])
    await service.remember(token, [{ content, scope: 'health' }])
  const page = await browser.visit(service.url, { as: person, width: PHONE_PX })
  await page.goto('/review')
  const question = (content: string) => page.getByRole('article', { name: `Has this changed: ${content}` })
  await question('Takes metformin.').getByText('No longer takes metformin.').waitFor()
  await question('Takes metformin.').getByRole('button', { name: 'Both are true' }).click()
  await question('Takes metformin.').waitFor({ state: 'detached' })
  await question('Takes lisinopril.').getByRole('button', { name: 'Yes, replace it' }).click()
  await question('Takes lisinopril.').waitFor({ state: 'detached' })
  const [lisinopril, metformin] = await Promise.all(
    memoryIds.map((id: string) => service.ok('GET', `/v1/memories/${id}`, { cookie })),
  )
  expect(lisinopril.supersededBy).toMatch(/^mem_/)
  expect(metformin).toMatchObject({ supersededBy: null, maybeSupersededBy: null })
})

test('what an app did is taken back after a preview, and that can be undone', async () => {
  const { person, token } = await service.connected(['memory:read:note', 'memory:write:note'])
  const { cookie } = person
  const memories = ['Keeps bees.', 'Keeps hens.'].map((content) => ({ content, scope: 'note' }))
  const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie, body: { memories } })
  const [bees, hens] = memoryIds
  await service.ok('PATCH', `/v1/memories/${bees}`, { token, body: { content: 'Keeps wasps.' } })
  await service.ok('DELETE', `/v1/memories/${hens}`, { token })
  await service.remember(token, [{ content: 'Buys everything.', scope: 'note' }])
  const contents = async () =>
    new Set(
      (await service.ok('GET', '/v1/memories', { cookie })).memories.map(({ content }: { content: string }) => content),
    )
  const { id } = await service.get('/v1/connection', token)
  const page = await browser.visit(service.url, { as: person, width: PHONE_PX })
  await page.goto(`/connections/${id}`)
  await page.getByRole('button', { name: 'Show what would change' }).click()
  const dialog = page.getByRole('dialog', { name: /^Take back what/ })
  await dialog.getByText('1 memory it added will move to the trash').waitFor()
  for (const example of ['“Buys everything.”', '“Keeps wasps.” becomes “Keeps bees.”', '“Keeps hens.”'])
    await dialog.getByText(example).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Take it back' }).click()
  await page.getByText('1 moved to the trash, 1 changed back, 1 restored.').waitFor()
  expect(await contents()).toEqual(new Set(['Keeps bees.', 'Keeps hens.']))
  await page.getByRole('button', { name: 'Undo this' }).click()
  await page.getByText('Everything is as it was before').waitFor()
  expect(await contents()).toEqual(new Set(['Keeps wasps.', 'Buys everything.']))
})
