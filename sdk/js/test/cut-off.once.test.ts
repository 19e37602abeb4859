import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCOPES } from '../../../server/test/hooks.ts'
import { type TestService, testService } from '../../../server/test/service.ts'
import { MemoryService } from '../src/index.ts'
import { type Cut, openCutting } from './cutting-proxy.ts'

const CALLS = 40
const FIRST_DELAY_MS = 200
// Where the first and the second attempt of a call are cut; the third succeeds.
const FATES: [Cut, Cut][] = (['not', 'before', 'during', 'after'] as const).flatMap((first) =>
  (['before', 'after', 'not'] as const).map((second): [Cut, Cut] => [first, second]),
)

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service?.stop())

/** A client whose calls are cut off as `FATES` lists in turn, and a client of the same user without the proxy. */
async function cutOff() {
  const { token } = await service.connected(SCOPES)
  const fates = new Map<string, Cut[]>()
  const proxy = await openCutting(service.url, ({ method, url, headers }) => {
    const call = String(headers['idempotency-key'] ?? `${method} ${url}`)
    if (!fates.has(call)) fates.set(call, [...(FATES[fates.size % FATES.length] ?? [])])
    return fates.get(call)?.shift() ?? 'not'
  })
  // The second attempt may overlap the first; the third waits until the service has no open requests.
  const sleep = async (ms: number) => void (ms > FIRST_DELAY_MS && (await proxy.settled()))
  const retry = { random: () => 0.5, sleep }
  return {
    proxy,
    cut: new MemoryService({ baseUrl: proxy.url, token, retry }),
    whole: new MemoryService({ baseUrl: service.url, token }),
  }
}

describe('a client whose connections break', () => {
  test('completes every call without repeating its effect', async () => {
    const { proxy, cut, whole } = await cutOff()
    const numbers = Array.from({ length: CALLS }, (_, i) => i)

    const written = await Promise.all(
      numbers.map((i) => cut.remember({ scope: 'fitness', content: `Ran ${i} kilometres on a day in May.` })),
    )
    const ids = written.flatMap(({ memoryIds }) => memoryIds)
    expect(new Set(ids).size).toBe(CALLS)
    const found = await whole.collect({ scope: 'fitness' })
    expect(found.map(({ id }) => id).sort()).toEqual(ids.toSorted())

    const pinned = await Promise.all(ids.map((id) => cut.update(id, { pinned: true })))
    expect(pinned.every((memory) => memory.pinned)).toBe(true)

    const read = await Promise.all(ids.map((id) => cut.get(id)))
    expect(read.map(({ content }) => content)).toEqual(numbers.map((i) => `Ran ${i} kilometres on a day in May.`))

    const targets = ids.slice(CALLS / 2)
    const forgotten = await Promise.all(targets.map((id) => cut.forget(id)))
    expect(forgotten).toEqual(targets.map((id) => ({ deleted: [id], missing: [] })))
    expect(await whole.collect({ scope: 'fitness' })).toHaveLength(CALLS / 2)

    expect(proxy.sent()).toBeGreaterThan(CALLS * 4)
    await proxy.close()
  })

  test('creates and cancels each trigger once, and still reports an unknown trigger as not_found', async () => {
    const { proxy, cut, whole } = await cutOff()
    const fireAt = new Date(Date.now() + 60_000)
    const set = await Promise.all(FATES.map((_, i) => cut.schedule.create({ fireAt, kind: `checkin ${i}` })))
    expect(await whole.collect((cursor) => whole.schedule.list({ cursor }))).toHaveLength(FATES.length)
    for (const { id } of set) expect(await cut.schedule.cancel(id)).toEqual({ ok: true })
    const { triggers } = await whole.schedule.list({ status: 'cancelled', limit: 100 })
    expect(triggers.map(({ id }) => id).sort()).toEqual(set.map(({ id }) => id).sort())
    for (const _fate of FATES)
      await expect(cut.schedule.cancel('trg_01kb5dd9v2000m4h2n8y7tq3wz')).rejects.toMatchObject({ code: 'not_found' })
    await proxy.close()
  })
})
