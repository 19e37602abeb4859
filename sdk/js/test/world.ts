import { fakeChat } from '../../../server/test/fake-chat.ts'
import { type TestService, testService } from '../../../server/test/service.ts'

const SCOPES = [
  ...['identity:read', 'memory:read:fitness.*', 'memory:write:fitness.*', 'context:read:coach'],
  ...['signal:emit', 'ai:host:chat'],
]

/** Starts a service with a model for programs in other processes. */
export const openWorld = (): Promise<TestService> => testService({}, { chat: fakeChat })

/** The input of the acceptance tests: the service's address, a token of one app and a code of another. */
export async function worldIn(service: TestService): Promise<string> {
  const { person, developer, token } = await service.connected(SCOPES)
  const app = await service.newApp(developer, SCOPES)
  const { code } = await service.ok('POST', '/v1/oauth/authorize', {
    cookie: person.cookie,
    body: { slug: app.slug, scopes: SCOPES },
  })
  const spare = { code, clientId: app.client_id, clientSecret: app.client_secret }
  return JSON.stringify({ baseUrl: service.url, token, spare })
}
