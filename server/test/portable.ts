import { expect } from 'vitest'
import { newId } from '../src/foundation/ids.ts'
import type { Person, TestService } from './service.ts'

type Who = Pick<Person, 'cookie'>

/** The headers of a stream of lines. */
export const LINES = { 'content-type': 'application/x-ndjson' }

export const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
export const written = (memories: object[]) => memories.map((memory) => `${JSON.stringify(memory)}\n`).join('')

/** So many memories as an export has them. */
export const many = (count: number, content = 'Runs along the river.') =>
  Array.from({ length: count }, (_, i) => ({
    id: newId('mem'),
    content: `${content} (${i})`,
    scope: 'fitness.run',
    createdAt: new Date(Date.UTC(2026, 0, 1) + i).toISOString(),
  }))

/** What people carry out of a service and into it. */
export function carriersOf(service: TestService) {
  const takeOut = ({ cookie }: Who) => service.call('GET', '/v1/export', { cookie })
  const takeIn = ({ cookie }: Who, body: string) => service.call('POST', '/v1/import', { cookie, body, headers: LINES })
  return {
    takeOut,
    takeIn,
    async exported(person: Who) {
      const [header, ...memories] = linesOf((await takeOut(person)).body)
      return { header, memories }
    },
    async imported(person: Who, body: string) {
      const reply = await takeIn(person, body)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      return reply.body
    },
  }
}
