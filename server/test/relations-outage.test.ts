import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newDataDirectory } from './data-directory.ts'
import { metric } from './embedding.ts'
import { allRead, answerWith, noteOf, notes, readBy, readingModel, type Triple, triples } from './relations-read.ts'
import type { ScriptedModel } from './scripted-model.ts'
import { isShared, secondService, type TestService, testService } from './service.ts'

/* Relation extraction during failures: a model outage, a killed process, two processes. */

const SCOPES = ['memory:read:*', 'memory:write:*']
const FLAT = 'Since spring Ada has been renting a flat in Leeds'
const LEEDS: Triple = ['Ada', 'lives in', 'Leeds']

let folder: string
let model: ScriptedModel
let service: TestService
let token: string
beforeEach(async () => {
  folder = await newDataDirectory()
  model = await readingModel({ [FLAT]: [LEEDS] })
  service = await testService({ ...readBy(model), dataDir: folder })
  token = (await service.connected(SCOPES)).token
})
afterEach(async () => {
  await service.stop()
  await model.close()
  await rm(folder, { recursive: true })
})

async function write(...contents: string[]): Promise<string[]> {
  const { memoryIds } = await service.remember(
    token,
    contents.map((content) => ({ scope: 'note', content })),
  )
  return memoryIds
}
const graphOf = async (id: string) => triples(await service.get(`/v1/memories/${id}/graph`, token))

test('catches up after a killed process and a model outage; meanwhile the rules still work', async () => {
  const lines = Array.from({ length: 10 }, (_, i) => `Wrote letter number ${i}`)
  model.always('structured', () => (notes(model).length <= 6 ? answerWith([]) : { hang: true }))
  // Two calls: memories of one call are read in the random order of their ids, and this one must not be among the first.
  await write(...lines)
  const ids = await write(FLAT, 'My brother Tom lives in Leeds')
  await model.until(() => notes(model).length > 6)
  const rules: Triple[] = [
    ['Tom', 'brother of', 'user'],
    ['Tom', 'lives in', 'Leeds'],
  ]
  expect(await graphOf(ids[0]!)).toEqual(rules)
  await service.stop()
  await model.goOffline()
  service = { ...service, ...(await service.again({})) }
  await expect.poll(() => metric(service, 'relations_circuit_open')).toBe(1)
  expect(await metric(service, 'relations_backlog')).toBe(12)
  expect(await graphOf(ids[0]!)).toEqual(rules)
  model.always('structured', (request) => answerWith(noteOf(request) === FLAT ? [LEEDS] : []))
  const read = notes(model).slice(0, 4)
  await model.goOnline()
  await allRead(service)
  expect(await graphOf(ids[0]!)).toEqual([LEEDS, ...rules])
  expect(await metric(service, 'relations_made_total')).toBe(1)
  expect(await metric(service, 'relations_circuit_open')).toBe(0)
  for (const line of lines) expect(notes(model)).toContain(line)
  for (const line of read) expect(notes(model).filter((note) => note === line)).toEqual([line])
})

if (isShared())
  test('two processes share the work without reading a memory twice', async () => {
    const second = await secondService(service, readBy(model))
    const people = await Promise.all(Array.from({ length: 6 }, () => service.connected(SCOPES)))
    await Promise.all(
      people.flatMap(({ token }, person) =>
        [service, second].map(({ remember }, by) =>
          remember(
            token,
            Array.from({ length: 5 }, (_, i) => ({ scope: 'note', content: `Letter ${i} of ${person} by ${by}` })),
          ),
        ),
      ),
    )
    await allRead(service)
    expect(notes(model)).toHaveLength(60)
    expect(new Set(notes(model)).size).toBe(60)
    await second.stop()
  })
