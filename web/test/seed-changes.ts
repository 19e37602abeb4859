import type { TestService } from '../../server/test/service.ts'

/** A person of whose statements about health an app has changed, replaced, moved and deleted one each. */
export async function personWithChangesByAnApp(service: TestService) {
  const scopes = ['memory:read:*', 'memory:write:*']
  const person = await service.newPerson()
  const app = await service.newApp(await service.newDeveloper(), scopes, { name: 'Pillbox' })
  const token = await service.connect(person, app, scopes)
  const contents = [
    'Takes 10 units of insulin before meals.',
    'Has type 1 diabetes.',
    'Has asthma.',
    'Is allergic to nuts.',
  ]
  const body = { memories: contents.map((content) => ({ scope: 'health', content })) }
  const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie: person.cookie, body })
  const [changed, replaced, moved, deleted] = memoryIds
  const edit = (id: string, body: object) => service.ok('PATCH', `/v1/memories/${id}`, { token, body })
  await edit(changed, { content: 'Takes 100 units of insulin before meals.' })
  await service.remember(token, [{ scope: 'health', content: 'Has no diabetes.', supersedes: [replaced] }])
  await edit(moved, { scope: 'note' })
  await service.ok('DELETE', `/v1/memories/${deleted}`, { token })
  return person
}
