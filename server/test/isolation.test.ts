import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { newWorld, type Step } from './isolation-world.ts'
import { readingChat } from './relations-read.ts'
import { type App, type TestService, testService } from './service.ts'
import { ALWAYS, MARKER, step } from './steps.ts'

/*
 * Random users, apps, grants and steps against a model that is a plain list. Every memory contains a unique marker,
 * so any leak of its content is detected. A chat model reads each memory in the background and derives a relation from
 * its marker.
 */

const RUNS = 80
const STEPS_MAX = 30
const TIME_MAX_MS = 45_000

let service: TestService
let apps: App[]
beforeAll(async () => {
  const chat = readingChat((text) => [['user', 'owns', text.match(MARKER)?.[0] ?? '']])
  service = await testService({ relations: true }, { chat })
  const developers = await Promise.all([service.newDeveloper(), service.newDeveloper()])
  const scopes = ['memory:read:*', 'memory:write:*', 'memory:read:fitness-plus', 'memory:read:fitness_.*', ...ALWAYS]
  apps = await Promise.all(developers.map((developer) => service.newApp(developer, scopes)))
  await service.ports.db.count(sql`update developers set plan = 'enterprise'`)
})
afterAll(() => service.stop())

// The last run may begin just before the time is over.
test(
  'responses contain everything inside the grants and nothing outside them',
  { timeout: 3 * TIME_MAX_MS },
  async () => {
    // The model reads memories, so that the relations of those below may be in responses.
    const { steps: first, relationsSeen } = await newWorld(service, apps)
    await first.write({ owner: 0, via: 'person', scopes: ['fitness'] })
    const relations = () => first.graph({ owner: 0, via: 'person', at: 0 }).then(relationsSeen)
    await expect.poll(relations).toBeGreaterThan(0)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: STEPS_MAX, size: 'max' }), async (steps) => {
        const { steps: world } = await newWorld(service, apps)
        // Starts with consents, since most steps have no effect without one.
        for (const [owner, via] of [
          [0, 0],
          [0, 1],
          [1, 0],
        ] as const)
          await world.consent({ owner, via, reads: ['fitness.*'], writes: ['*'] })
        for (const each of steps as Step[]) await world[each.do as keyof typeof world](each)
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: TIME_MAX_MS },
    )
  },
)
