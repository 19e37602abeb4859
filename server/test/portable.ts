import { expect } from 'vitest'
import { newId } from '../src/foundation/ids.ts'
import type { Person, TestService } from './service.ts'

type Who = Pick<Person, 'cookie'>

/** Request headers of a JSON Lines body. */
export const LINES = { 'content-type': 'application/x-ndjson' }

export const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
export const written = (memories: object[]) => memories.map((memory) => `${JSON.stringify(memory)}\n`).join('')

/** Memories in the format of an export. */
export const many = (count: number, content = 'Runs along the river.') =>
  Array.from({ length: count }, (_, i) => ({
    id: newId('mem'),
    content: `${content} (${i})`,
    scope: 'fitness.run',
    createdAt: new Date(Date.UTC(2026, 0, 1) + i).toISOString(),
  }))

/** Exports from and imports into a service. */
export function transfersOf(service: TestService) {
  const exportStore = ({ cookie }: Who) => service.call('GET', '/v1/export', { cookie })
  const importLines = ({ cookie }: Who, body: string) =>
    service.call('POST', '/v1/import', { cookie, body, headers: LINES })
  return {
    exportStore,
    importLines,
    async exported(person: Who) {
      const [header, ...lines] = linesOf((await exportStore(person)).body)
      return { header, memories: lines.filter(({ object }) => object !== 'revision') }
    },
    async imported(person: Who, body: string) {
      const reply = await importLines(person, body)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      return reply.body
    },
  }
}

/** Imports an entry, then its changed text, and a sentence to review; returns the id of the import. */
export async function bring(service: TestService, { cookie }: Who): Promise<string> {
  const { id } = await service.ok('POST', '/v1/imports', { cookie, body: { label: 'A list', digest: 'one' } })
  const candidate = { object: 'candidate', content: 'Has a pond.', scope: 'home' }
  for (const content of ['Has a shed.', 'Has a barn.']) {
    const body = written([{ content, scope: 'note', sourceApp: 'list', externalId: '1' }, candidate])
    await service.ok('POST', `/v1/import?import=${id}&finish=true`, { cookie, body, headers: LINES })
  }
  return id
}
