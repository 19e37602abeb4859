import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '../../packages/portability/src/writers/files.ts'
import { type Person, type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser } from './browser.ts'

let service: TestService
const browser = openBrowser()
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const contents = async ({ cookie }: Person) =>
  (await service.ok('GET', '/v1/memories?limit=100', { cookie })).memories.map(
    ({ content, scope }: { content: string; scope: string }) => `${scope}: ${content}`,
  )

/** A ChatGPT export of one chat, in which the person states something. */
async function chatGptExport(): Promise<Buffer> {
  const message = (id: string, parent: string, role: string, text: string, create_time: number) => ({
    ...{ id, parent, children: [] },
    message: { id, author: { role }, create_time, content: { content_type: 'text', parts: [text] }, recipient: 'all' },
  })
  const mapping = {
    root: { id: 'root', message: null, parent: null, children: ['a'] },
    a: { ...message('a', 'root', 'user', 'I live in Bergen with two cats.', 1_700_000_000), children: ['b'] },
    b: message('b', 'a', 'assistant', '<img src=x onerror="document.title=1"> Lovely!', 1_700_000_010),
  }
  const chat = { id: 'c1', title: 'Cats', create_time: 1_700_000_000, update_time: 1_700_000_020, mapping }
  const text = JSON.stringify([{ ...chat, current_node: 'b' }])
  return Buffer.from(await (await zipOf([{ path: 'conversations.json', text }], new Date())).arrayBuffer())
}

test('text is read on this device, chosen from, imported, and taken back with one click', async () => {
  const ada = await service.newPerson()
  const page = await browser.visit(service.url, { as: ada })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await page.goto('/memories')
  await page.getByRole('link', { name: 'bring your memories' }).click()
  await page
    .getByLabel('Or paste text')
    .fill('- I work as a nurse\n- I like short answers\n- <b>I own a "boat"</b>\n- I am training for a marathon')
  await page.getByRole('button', { name: 'Read the text' }).click()
  await page.getByText('Nothing was sent so far.').waitFor()
  expect(sent.filter((path) => path.startsWith('/v1/import'))).toEqual([])
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel(/^Topic for 1 in Work/).selectOption('learning')
  const boat = page.getByRole('listitem').filter({ hasText: 'I own a "boat"' }).last()
  await boat.locator('summary').click()
  await boat.getByLabel('I own a "boat"').uncheck()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Stored: 3 memories.').waitFor()
  expect((await contents(ada)).sort()).toEqual([
    'goal: I am training for a marathon',
    'learning: I work as a nurse',
    'preference: I like short answers',
  ])
  await page
    .getByRole('button', { name: /^Take back/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click()
  await page.getByText('The import was taken back').waitFor()
  expect(await contents(ada)).toEqual([])
  await page.getByText('· taken back').waitFor()
})

test('a ChatGPT archive becomes a chat and a suggestion; the same archive again adds nothing', async () => {
  const ada = await service.newPerson()
  const page = await browser.visit(service.url, { as: ada })
  const file = { name: 'photo.png', mimeType: 'image/png', buffer: await chatGptExport() }
  const bring = async () => {
    await page.goto('/bring')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose files' }).click(),
    ])
    await chooser.setFiles(file)
    await page.getByRole('heading', { name: 'ChatGPT' }).waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
  }
  await bring()
  await page.getByText('1 chat with 2 messages, 1 suggestion to review.').waitFor()
  await bring()
  await page.getByText('4 entries there already.').waitFor()
  await page.getByRole('link', { name: 'Review suggestions' }).click()
  const card = page.getByRole('article', { name: 'Remember this?' })
  await card.getByText('found in an import from chatgpt').waitFor()
  await card.getByRole('link', { name: 'its chat' }).click()
  await page.getByText('<img src=x').waitFor()
  expect(await page.title()).toContain('Cats')
})

test('a file that cannot be imported is refused with a sentence, and nothing is stored', async () => {
  const ada = await service.newPerson()
  const page = await browser.visit(service.url, { as: ada })
  await page.goto('/bring')
  const refused = async (buffer: Buffer, sentence: RegExp) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose files' }).click(),
    ])
    await chooser.setFiles({ name: 'memories.txt', mimeType: 'text/plain', buffer })
    await page.getByRole('alert').getByText(sentence).waitFor()
  }
  await refused(Buffer.from([0x50, 0x4b, 0x03, 0x04, 9, 9, 9]), /damaged or truncated/)
  await refused(Buffer.from([0x49, 0x20, 0xe9, 0x74, 0xe9]), /another encoding/)
  await refused(Buffer.from(`{"a": ${'['.repeat(50_000)}`), /JSON/)
  await refused(Buffer.alloc(0), /empty/)
  const bomb = await zipOf([{ path: 'conversations.json', text: `[${' '.repeat(30_000_000)}]` }], new Date())
  await refused(Buffer.from(await bomb.arrayBuffer()), /unpacks to more than 200 times its size/)
  expect(await faultsOf(page)).toEqual([])
  expect((await service.ok('GET', '/v1/imports', { cookie: ada.cookie })).items).toEqual([])
})

test('a stopped import is complete as far as it is, and continues', async () => {
  const ada = await service.newPerson()
  const page = await browser.visit(service.url, { as: ada })
  await page.goto('/bring')
  await page
    .getByLabel('Or paste text')
    .fill(Array.from({ length: 1_200 }, (_, i) => `- I saw bird number ${i}`).join('\n'))
  await page.getByRole('button', { name: 'Read the text' }).click()
  await page.getByText('Your plan has room for 500 more.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  // The second request fails.
  let requests = 0
  await page.route('**/v1/import?*', (route) => (++requests === 2 ? route.fulfill({ status: 503 }) : route.continue()))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('What is stored is complete.').waitFor()
  await page.getByText('Stored: 500 memories.').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('700 did not fit.').waitFor()
  expect(await contents(ada)).toHaveLength(100)
})
