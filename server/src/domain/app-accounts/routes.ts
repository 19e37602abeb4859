import { z } from 'zod'
import { PageQuery } from '../../foundation/page.ts'
import { routesWith } from '../../foundation/route.ts'
import { Done } from '../accounts/accounts.ts'
import type { ConnectionPorts } from '../connections/tokens.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import {
  CreatedTestPerson,
  createTestPerson,
  eraseTestPeople,
  eraseTestPerson,
  listTestPeople,
  TestPerson,
  TestPersonInput,
} from './test-people.ts'

const { route } = routesWith<ConnectionPorts & MemoryPorts>()

const APP = 'app_01kb5dd9v2000m4h2n8y7tq3wz'
const example = {
  id: 'usr_01kb5dd9v2000m4h2n8y7tq3wz',
  name: 'Test person',
  test: true as const,
  connectionId: 'con_01kb5dd9v2000m4h2n8y7tq3wz',
  scopes: ['memory:read:fitness.*', 'memory:write:fitness.*'],
  memories: 10,
  createdAt: '2026-05-03T07:30:00.000Z',
}
const app = z.object({ id: z.string().meta({ example: APP }) })
const person = app.extend({ personId: z.string().meta({ example: example.id }) })
const audience = { for: ['developer'], tag: 'Developer apps' } as const

export const appAccountRoutes = [
  route({
    ...audience,
    name: 'createTestPerson',
    method: 'POST',
    path: '/v1/dev/apps/:id/test-people',
    summary: 'Create a test person of an app, with a connection token.',
    description:
      'A test person has a store like anybody, without an account to sign in to. The developer grants the scopes, so that ' +
      'the app can be tried before anyone has consented. Test people are at most 100 for each app, count against no plan, ' +
      'are marked with `test`, and are erased with the app.',
    params: app,
    body: TestPersonInput,
    output: CreatedTestPerson,
    secret: true,
    failures: ['not_found', 'invalid_scope', 'limit_exceeded'],
    example: {
      params: { id: APP },
      body: { sampleMemories: true },
      output: { person: example, connection_token: 'mst_…', ai_id: 'ai_01kb5dd9v2000m4h2n8y7tq3wz' },
    },
    run: (ctx, { params, body }) => createTestPerson(ctx, params.id, body),
  }),
  route({
    ...audience,
    name: 'listTestPeople',
    method: 'GET',
    path: '/v1/dev/apps/:id/test-people',
    summary: 'List the test people of an app, newest first.',
    params: app,
    query: PageQuery,
    output: z.object({ items: z.array(TestPerson), next_cursor: z.string().nullable() }).meta({ id: 'TestPersonPage' }),
    failures: ['not_found', 'invalid_cursor'],
    example: { params: { id: APP }, output: { items: [example], next_cursor: null } },
    run: (ctx, { params, query }) => listTestPeople(ctx, params.id, query),
  }),
  route({
    ...audience,
    name: 'eraseTestPeople',
    method: 'DELETE',
    path: '/v1/dev/apps/:id/test-people',
    summary: 'Erase all test people of an app with everything in their stores.',
    params: app,
    output: z.object({ erased: z.int() }).meta({ id: 'ErasedTestPeople' }),
    failures: ['not_found'],
    example: { params: { id: APP }, output: { erased: 3 } },
    run: (ctx, { params }) => eraseTestPeople(ctx, params.id),
  }),
  route({
    ...audience,
    name: 'eraseTestPerson',
    method: 'DELETE',
    path: '/v1/dev/apps/:id/test-people/:personId',
    summary: 'Erase a test person with everything in the store.',
    params: person,
    output: Done,
    failures: ['not_found'],
    example: { params: { id: APP, personId: example.id }, output: { ok: true } },
    run: async (ctx, { params }) => {
      await eraseTestPerson(ctx, params.id, params.personId)
      return { ok: true as const }
    },
  }),
]
