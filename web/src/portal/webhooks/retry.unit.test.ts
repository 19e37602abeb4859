import { expect, test } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { outcomeOf, retryEach } from './retry.ts'

const IDS = Array.from({ length: 10 }, (_, n) => `dlv_${n}`)
const errorOf = (status: number, code: string) =>
  new ApiError(new Response(null, { status }), { error: { code: code as 'internal', message: 'No.', details: null } })

test('retries each delivery once, at most four at a time', async () => {
  const sent: string[] = []
  let running = 0
  let most = 0
  const retried = await retryEach(IDS, async (id) => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
    sent.push(id)
  })
  expect(retried).toEqual({ sent: 10, ended: 0 })
  expect(sent).toEqual(IDS)
  expect(most).toBe(4)
})

test('goes on after deliveries that were attempted or deleted meanwhile', async () => {
  const gone: Record<string, ApiError> = { dlv_0: errorOf(409, 'conflict'), dlv_5: errorOf(404, 'not_found') }
  const retried = await retryEach(IDS, async (id) => {
    if (gone[id]) throw gone[id]
  })
  expect(retried).toEqual({ sent: 8, ended: 2 })
})

test('stops at a failure of another kind, and returns it with what was sent', async () => {
  const tooMany = errorOf(429, 'rate_limited')
  const tried: string[] = []
  const retried = await retryEach(IDS, async (id) => {
    tried.push(id)
    if (id === 'dlv_5') throw tooMany
  })
  expect(retried).toEqual({ sent: 7, ended: 0, error: tooMany })
  expect(tried).toEqual(IDS.slice(0, 8))
})

test('says how many are retried and how many were not waiting any more', () => {
  expect(outcomeOf({ sent: 0, ended: 0 })).toBe('')
  expect(outcomeOf({ sent: 1, ended: 0 })).toBe('1 is being retried.')
  expect(outcomeOf({ sent: 3, ended: 1 })).toBe('3 are being retried. 1 was not waiting any more.')
  expect(outcomeOf({ sent: 0, ended: 2 })).toBe('2 were not waiting any more.')
})
