import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScriptedModel, scriptedModel } from '../../server/test/scripted-model.ts'
import { type Person, type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser } from './browser.ts'

let model: ScriptedModel
let service: TestService
const browser = openBrowser()
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ model: { url: model.url, name: 'a-model', apiKey: undefined } })
})
afterAll(async () => {
  await service.stop()
  await model.close()
})

const proposeCandidates = (...contents: string[]) =>
  model.structured({
    json: {
      toneTags: [],
      memoryCandidates: contents.map((content) => ({ type: 'fact', scope: 'home', content, importance: 60 })),
    },
  })
const memoriesOf = async ({ cookie }: Person): Promise<string[]> =>
  (await service.ok('GET', '/v1/memories', { cookie })).memories.map(({ content }: { content: string }) => content)

test('a person without chats begins with a suggested message', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  model.chat('Nothing so far. Tell me something?')
  await page.goto('/chat')
  await page.getByRole('button', { name: 'What do you know about me?' }).click()
  const log = page.getByRole('log', { name: 'Conversation' })
  await log.getByText('What do you know about me?').waitFor()
  await log.getByText('Nothing so far. Tell me something?').waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chat' }).click()
  await page.getByRole('heading', { name: 'Earlier' }).waitFor()
  expect(await page.getByText('What is on your mind?').count()).toBe(0)
})

test('a reply is streamed, and its candidates can be accepted, edited or declined', async () => {
  const person = await service.newPerson()
  const page = await browser.visit(service.url, { as: person })
  let resume = () => {}
  const paused = new Promise<void>((resolve) => {
    resume = resolve
  })
  model.chat({ text: ['A dog, ', 'how lovely.'], pace: (piece) => (piece === 1 ? paused : undefined) })
  proposeCandidates('Has a dog called Bo.', 'Lives in a hose.', 'Is tired today.')
  await page.goto('/chat')
  await page.getByRole('textbox', { name: 'Your message' }).fill('We have a dog now, Bo.')
  await page.getByRole('button', { name: 'Send' }).click()
  const log = page.getByRole('log', { name: 'Conversation' })
  await log.getByText('A dog,', { exact: true }).waitFor()
  resume()
  await log.getByText('A dog, how lovely.').waitFor()

  const candidate = (words: string) => log.getByRole('article').filter({ hasText: words })
  await candidate('Has a dog called Bo.').getByRole('button', { name: 'Keep' }).click()
  await log.getByRole('article', { name: 'Kept' }).getByText('Has a dog called Bo.').waitFor()
  await candidate('Lives in a hose.').getByRole('button', { name: 'Edit' }).click()
  await log.getByLabel('What to remember').fill('Lives in a house.')
  await log.getByRole('button', { name: 'Keep this' }).click()
  await log.getByRole('article', { name: 'Kept' }).getByText('Lives in a house.').waitFor()
  await candidate('Is tired today.').getByRole('button', { name: 'Decline' }).click()
  await log.getByRole('article', { name: 'Not kept' }).waitFor()
  expect((await memoriesOf(person)).sort()).toEqual(['Has a dog called Bo.', 'Lives in a house.'])
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chat' }).click()
  await page.getByRole('link', { name: 'We have a dog now, Bo.' }).waitFor()
})

test('a pending candidate can be accepted on the review page', async () => {
  const person = await service.newPerson()
  const chat = await service.ok('POST', '/v1/chats', { cookie: person.cookie, body: {} })
  model.chat('Noted.')
  proposeCandidates('Waters the plants on Fridays.')
  await service.ok('POST', `/v1/chats/${chat.id}/messages`, { cookie: person.cookie, body: { content: 'Plants!' } })
  await service.ports.background.idle()
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/review')
  await page.getByText('Waters the plants on Fridays.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  await page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor()
  expect(await memoriesOf(person)).toEqual(['Waters the plants on Fridays.'])
})

test('an unavailable model shows an error and keeps the message', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  model.goOffline()
  await page.goto('/chat')
  await page.getByRole('textbox', { name: 'Your message' }).fill('Are you there?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('The assistant is away').waitFor()
  await page.getByRole('log').getByText('Are you there?').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await model.goOnline()
})

test('Stop ends a reply that is being streamed', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  model.chat({ text: ['Well, '], hang: true })
  await page.goto('/chat')
  await page.getByRole('textbox', { name: 'Your message' }).fill('Tell me everything.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Well,', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Well,', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Send' }).waitFor()
})
