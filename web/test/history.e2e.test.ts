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

test('a deleted memory can be restored from the trash, or erased', async () => {
  const person = await service.newPerson()
  const memories = ['Plays chess.', 'Plays go.'].map((content) => ({ content, scope: 'note' }))
  const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories } })
  await service.ok('POST', '/v1/memories/delete', { cookie: person.cookie, body: { ids: memoryIds } })
  const page = await browser.visit(service.url, { as: person, width: PHONE_PX })
  await page.goto('/memories')
  await page.getByRole('link', { name: 'Trash' }).click()
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
