import { type TestService, testService } from '../../../server/test/service.ts'
import { FakeService } from '../src/fake/service.ts'
import { type ConsentScope, MemoryService } from '../src/index.ts'

/* The fake and the service behind one interface, so that the same tests hold both. */

/** One consent, and what the person does with it. */
export interface Consented {
  memory: MemoryService
  revoke(): Promise<void> | void
  pause(): Promise<void> | void
  resume(): Promise<void> | void
}

export interface World {
  /** A new person, and how they connect apps; an app is known by its name. */
  person(name?: string): Promise<(app: string, scopes: readonly ConsentScope[]) => Promise<Consented>>
  stop(): Promise<void>
}

export async function fakeWorld(): Promise<World> {
  const service = new FakeService()
  return {
    async person(name) {
      const person = service.person(name ? { name } : {})
      return async (app, scopes) => person.connect({ app, scopes })
    },
    async stop() {},
  }
}

export async function realWorld(): Promise<World> {
  const service = await testService()
  return { person: (name) => realPerson(service, name), stop: () => service.stop() }
}

async function realPerson(service: TestService, name?: string) {
  const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
  const { cookie } = person
  if (name) await service.ok('PATCH', '/v1/auth/profile', { cookie, body: { name } })
  return async (_app: string, scopes: readonly ConsentScope[]): Promise<Consented> => {
    const app = await service.newApp(developer, [...scopes])
    const token = await service.connect(person, app, [...scopes])
    const memory = new MemoryService({ baseUrl: service.url, token })
    const { id } = await memory.connection()
    const act = (verb: string) => service.ok('POST', `/v1/connections/${id}/${verb}`, { cookie })
    return { memory, revoke: () => act('revoke'), pause: () => act('pause'), resume: () => act('resume') }
  }
}
