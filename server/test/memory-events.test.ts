import { afterAll, beforeAll, expect, test } from 'vitest'
import { portalOf } from './hooks.ts'
import { openReceiver } from './receiver.ts'
import { type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

/** A person with two apps that read different scopes, each with a receiver. */
async function twoReaders() {
  const person = await service.newPerson()
  const reader = async (scope: string) => {
    const [hook, developer] = [await openReceiver(), await service.newDeveloper()]
    const scopes = [`memory:read:${scope}`, `memory:write:${scope}`]
    const app = await service.newApp(developer, scopes)
    const token = await service.connect(person, app, scopes)
    await portalOf(service, developer, app).subscribe(hook.url)
    return { app, hook, token }
  }
  return { person, fitness: await reader('fitness.*'), note: await reader('note') }
}
const typesOf = ({ all }: { all: { body: { type: string } }[] }) => all.map(({ body }) => body.type)

test('an edit, a move and a deletion are sent to the apps that may read the memory', async () => {
  const { person, fitness, note } = await twoReaders()
  const { cookie } = person
  const { memoryIds } = await service.remember(fitness.token, [{ content: 'Runs.', scope: 'fitness', kind: 'fact' }])
  const path = `/v1/memories/${memoryIds[0]}`
  await fitness.hook.until(1)
  const edited = await service.ok('PATCH', path, { cookie, body: { content: 'Runs on Tuesdays.' } })
  await fitness.hook.until(2)
  expect(fitness.hook.all[1]?.body).toMatchObject({
    type: 'memory.updated',
    data: { change: 'edited', memory: { id: memoryIds[0], type: 'fact', scope: 'fitness', revision: 2 } },
  })
  expect(fitness.hook.all[1]?.body.data.memory.occurredAt).toBe(edited.occurredAt)
  expect(fitness.hook.all[1]?.raw).not.toContain('Tuesdays')
  expect(note.hook.all).toEqual([])

  // The app that may read only the old scope learns that the memory left it, the other one that it arrived.
  await service.ok('PATCH', path, { cookie, body: { scope: 'note' } })
  await Promise.all([fitness.hook.until(3), note.hook.until(1)])
  const { slug } = fitness.app
  expect(fitness.hook.all[2]?.body).toMatchObject({
    type: 'memory.deleted',
    data: { memory: { id: memoryIds[0], scope: 'fitness', sourceApp: slug } },
  })
  expect(note.hook.all[0]?.body).toMatchObject({ type: 'memory.updated', data: { change: 'moved' } })
  expect(note.hook.all[0]?.raw).not.toContain('fitness')

  // An edit that changes nothing is no change.
  const same = await service.ok('PATCH', path, { cookie, body: { scope: 'note', pinned: false } })
  expect(same.revision).toBe(3)
  await service.ok('DELETE', path, { token: note.token })
  await note.hook.until(2)
  expect(typesOf(note.hook)).toEqual(['memory.updated', 'memory.deleted'])
  expect(note.hook.all[1]?.body.data.memory).toEqual({ id: memoryIds[0], scope: 'note', sourceApp: slug })
  expect(fitness.hook.all).toHaveLength(3)
  await Promise.all([fitness.hook.close(), note.hook.close()])
})
