import type { TestService } from './service.ts'

const everywhere = ['memory:read:*', 'memory:write:*']

/** A person with two apps that may do everything. */
export async function newTwoApps(service: TestService) {
  const { person, token: good } = await service.connected(everywhere)
  const app = await service.newApp(await service.newDeveloper(), everywhere)
  const bad = await service.connect(person, app, everywhere)
  const { id } = await service.get('/v1/connection', bad)
  const { cookie } = person
  const undo = (body: object) => service.ok('POST', `/v1/connections/${id}/undo`, { cookie, body })
  const revert = (body: object) => service.ok('POST', `/v1/connections/${id}/undo/revert`, { cookie, body })
  const write = async (token: string, ...memories: object[]): Promise<string[]> =>
    (await service.remember(token, memories.map((memory) => ({ scope: 'note', ...memory })) as never)).memoryIds
  const edit = (token: string, at: string | undefined, body: object) =>
    service.ok('PATCH', `/v1/memories/${at}`, { token, body })
  const contents = async () =>
    Object.fromEntries(
      (await service.ok('GET', '/v1/memories?limit=100&state=all', { cookie })).memories.map(
        ({ id, content, scope, supersededBy }: Record<string, string>) => [id, { content, scope, supersededBy }],
      ),
    )
  return { person, cookie, good, bad, app, connection: id, undo, revert, write, edit, contents }
}
/** A time after what was done so far. */
export const later = async () => {
  // Times have milliseconds; what was written before must be older than `since`.
  const at = Date.now()
  while (Date.now() <= at) await new Promise(setImmediate)
  return new Date().toISOString()
}
