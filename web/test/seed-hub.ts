import { afterAll, beforeAll } from 'vitest'
import { type ScriptedModel, scriptedModel } from '../../server/test/scripted-model.ts'
import { type Person, type TestService, testService } from '../../server/test/service.ts'

const DAY_MS = 24 * 60 * 60_000

const TRAIL = [
  ['preference', 'fitness.trail', 'Runs along the river every Tuesday before work, with Tom.'],
  ['goal', 'fitness', 'Wants to finish the Porto half marathon under two hours.'],
  ['event', 'fitness.trail', 'Ran 14 km in the hills above Sintra; the left knee was fine.'],
  ['fact', 'fitness', 'Tom, her brother, trains for the same race in Porto.'],
  ['event', 'sleep', 'Slept badly before the long run on Sunday.'],
] as const
const TABLE = [
  ['preference', 'nutrition', 'Cooks without meat during the week.'],
  ['fact', 'health', 'Is allergic to hazelnuts.'],
  ['preference', 'nutrition.breakfast', 'Porridge with berries before a long run.'],
] as const
const OWN = [
  ['preference', 'preference', 'Likes short answers first and the details after.', true],
  ['goal', 'learning', 'Learning Portuguese; can order a coffee by now.', false],
  ['fact', 'health', 'Takes lisinopril.', false],
] as const
const COPY = 'Runs along the river every Tuesday before work with Tom.'

export type SeededHub = Awaited<ReturnType<typeof seedHub>>

interface Opened {
  service: TestService
  home: SeededHub
}

/** Opens a service with a model and the accounts of the Hub before the tests of a file, passes it to `use`, and closes it afterwards. */
export function hubForTests(use: (opened: Opened) => void | Promise<void>): void {
  let model: ScriptedModel
  let service: TestService
  beforeAll(async () => {
    model = await scriptedModel()
    service = await testService({ model: { url: model.url, name: 'a-model', apiKey: undefined } })
    await use({ service, home: await seedHub(service, model) })
  })
  afterAll(async () => {
    await service.stop()
    await model.close()
  })
}

/** Creates a user with two connected apps, a disconnected one, a chat and memories of both, and a user without any. */
export async function seedHub(service: TestService, model: ScriptedModel) {
  const ada: Person = await service.newPerson()
  const grace: Person = await service.newDeveloper()
  const newApp = (name: string, scopes: string[]) =>
    service.newApp(grace, scopes, { name, redirect_uris: ['http://127.0.0.1:4999/callback'] })
  const trailScopes = ['memory:read:fitness.*', 'memory:read:sleep', 'memory:write:fitness.*', 'memory:write:sleep']
  const tableScopes = [
    'memory:read:nutrition.*',
    'memory:read:health',
    'memory:write:nutrition.*',
    'memory:write:health',
  ]
  const trail = await newApp('Trail Coach', trailScopes)
  const table = await newApp('Table for One', tableScopes)
  const past = await newApp('Old Diary', ['memory:read:*'])

  const trailToken = await service.connect(ada, trail, trailScopes)
  const tableToken = await service.connect(ada, table, tableScopes)
  await service.connect(ada, past, ['memory:read:*'])
  const { items } = await service.ok('GET', '/v1/connections', { cookie: ada.cookie })
  const idOf = (slug: string): string => items.find((one: { app: { slug: string } }) => one.app.slug === slug).id
  await service.ok('POST', `/v1/connections/${idOf(past.slug)}/revoke`, { cookie: ada.cookie })

  await service.remember(trailToken, TRAIL.map(toInput))
  await service.remember(tableToken, TABLE.map(toInput))
  for (const [kind, scope, content, pinned] of OWN)
    await service.ok('POST', '/v1/memories', {
      cookie: ada.cookie,
      body: { memories: [{ kind, scope, content, pinned }] },
    })
  // A near copy of what the app wrote, and a statement that may replace the user's own.
  await service.remember(trailToken, [{ scope: 'fitness.trail', content: COPY }])
  await service.remember(tableToken, [{ scope: 'health', content: 'No longer takes lisinopril.' }])
  await service.get('/v1/memories?query=running', trailToken)
  await service.get('/v1/memories', trailToken)
  await service.get('/v1/memories', tableToken)
  const imported = { label: 'ChatGPT export', digest: 'seeded' }
  await service.ok('POST', '/v1/imports', { cookie: ada.cookie, body: imported })
  const chatId = await seedChat(service, model, ada)
  const unverifiedAppPath = await registerClient(service)
  const newcomer = await service.newPerson()
  return { unverifiedAppPath, chatId, ada, newcomer, grace, trail, table, trailToken, connectionId: idOf(trail.slug) }
}

/** Registers a client dynamically, and returns its authorization address. */
async function registerClient(service: TestService): Promise<string> {
  const redirect_uri = 'http://127.0.0.1:4999/callback'
  const body = { client_name: 'Desk Assistant', redirect_uris: [redirect_uri] }
  const { client_id } = await service.ok('POST', '/oauth/register', { body })
  const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
  const scope = 'identity:read memory:read:* memory:write:*'
  return `/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id, redirect_uri, scope, ...challenge })}`
}

function toInput([kind, scope, content]: readonly [string, string, string], at: number) {
  return { kind, scope, content, occurredAt: new Date(Date.now() - (at + 1) * 3 * DAY_MS).toISOString() }
}

async function seedChat(service: TestService, model: ScriptedModel, { cookie }: Person): Promise<string> {
  const { id } = await service.ok('POST', '/v1/chats', { cookie, body: {} })
  const send = (content: string) => service.ok('POST', `/v1/chats/${id}/messages`, { cookie, body: { content } })
  model.chat(
    'Then let us take it easy until Thursday, and run the long one on Saturday.',
    'Good luck. I am curious how it goes.',
  )
  await send('What should this week look like?')
  await service.ports.background.idle()
  const candidate = {
    type: 'goal',
    scope: 'fitness',
    content: 'Plans the long run for Saturday morning.',
    importance: 70,
  }
  model.structured({ json: { toneTags: [], memoryCandidates: [candidate] } })
  await send('Saturday morning it is.')
  await service.ports.background.idle()
  return id
}
