import { newId } from '../src/foundation/ids.ts'
import { LINES, written } from './portable.ts'
import type { Person, TestService } from './service.ts'

/* Calls and lines of imports, for tests. */

const AT = '2026-05-03T07:30:00.000Z'

/** The calls of a person who imports. */
export function importsOf(service: TestService) {
  const as = ({ cookie }: Person, method: string, path: string, body?: object) =>
    service.ok(method, path, { cookie, ...(body ? { body } : {}) })
  return {
    as,
    begin: (person: Person, digest = 'one') => as(person, 'POST', '/v1/imports', { label: 'mem0 export', digest }),
    send: ({ cookie }: Person, id: string, lines: object[], more = '') =>
      service.ok('POST', `/v1/import?import=${id}${more}`, { cookie, body: written(lines), headers: LINES }),
    undo: (person: Person, id: string) => as(person, 'POST', `/v1/imports/${id}/undo`),
    contents: async (person: Person, state = 'current') =>
      (await as(person, 'GET', `/v1/memories?limit=100&state=${state}`)).memories
        .map(({ content }: { content: string }) => content)
        .sort(),
    waiting: async (person: Person) => (await as(person, 'GET', '/v1/candidates?status=pending&limit=100')).items,
  }
}

/** An entry of a list of memories, as it is converted. */
export const entry = (n: number, content: string, more: object = {}) => ({
  ...{ id: `mem0:${n}`, externalId: String(n), sourceApp: 'mem0', scope: 'note', createdAt: AT },
  content,
  ...more,
})
export const candidate = (content: string, more: object = {}) => ({
  ...{ object: 'candidate', content, scope: 'home', type: 'fact', sourceApp: 'chatgpt', occurredAt: AT },
  ...more,
})
export const chatLine = (id: string) => ({ object: 'chat', id, title: 'Plans', createdAt: AT, updatedAt: AT })
export const messageLine = (chatId: string, content = 'Hello.') => ({
  ...{ object: 'message', id: newId('msg'), chatId, role: 'user', createdAt: AT },
  content,
})
