import { describe, expect, test } from 'vitest'
import { isShared, testService } from './service.ts'

const NOON = Date.parse('2027-03-15T12:00:10.000Z')
const everywhere = ['memory:read:*', 'memory:write:*']

let now = NOON

describe('the bytes of a connection', () => {
  test('are limited to 4 MiB at once and 8 KiB for each call of the rate, and small bodies are free', async () => {
    const limited = await testService({ rateLimit: 30, userPlan: 'pro' }, { clock: () => new Date(now) })
    const { token } = await limited.connected(everywhere)
    const write = (chars: number, count: number) => {
      const memories = Array.from({ length: count }, (_, n) => ({
        content: `${n} ${'a'.repeat(chars)}`,
        scope: 'note',
      }))
      return limited.call('POST', '/v1/memories', { token, body: { memories } })
    }
    // 803 KB each.
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await write(8_000, 100)).status)
    expect(statuses).toEqual(Array(5).fill(200))
    const { status, headers } = await write(8_000, 100)
    expect(status).toBe(429)
    expect((await write(10, 100)).status).toBe(200)
    // 4 KiB a second become available.
    const seconds = Number(headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(70)
    now = NOON + (seconds - 1) * 1_000
    expect((await write(8_000, 100)).status).toBe(429)
    now = NOON + seconds * 1_000
    expect((await write(8_000, 100)).status).toBe(200)
    now = NOON
    await limited.stop()
  })

  test('are those of the whole body if it is chunked', async () => {
    const limited = await testService({ rateLimit: 100, userPlan: 'pro' }, { clock: () => new Date(now) })
    const { token } = await limited.connected(everywhere)
    const write = async (chars: number) => {
      const contents = Array.from({ length: 20 }, (_, n) => ({ content: `${n} ${'a'.repeat(chars)}`, scope: 'note' }))
      const { status } = await fetch(`${limited.url}/v1/memories`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: new Blob([JSON.stringify({ memories: contents })]).stream(),
        ...{ duplex: 'half' },
      })
      return status
    }
    const small: number[] = []
    for (let n = 0; n < 8; n++) small.push(await write(10))
    expect(small).toEqual(Array(8).fill(200))
    // 161 KB each.
    const large: number[] = []
    for (let n = 0; n < 27; n++) large.push(await write(8_000))
    expect(large).toEqual([...Array(26).fill(200), 429])
    await limited.stop()
  })
})

describe('the bytes of a chunked form', () => {
  test('are limited like those of any body, though no route with a credential accepts one', async () => {
    const limited = await testService({ rateLimit: 30 }, { clock: () => new Date(now) })
    const { token } = await limited.connected(everywhere)
    const send = async (chars: number) => {
      const { status } = await fetch(`${limited.url}/v1/memories`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: new Blob([`a=${'a'.repeat(chars)}`]).stream(),
        ...{ duplex: 'half' },
      })
      return status
    }
    const small: number[] = []
    for (let n = 0; n < 8; n++) small.push(await send(10))
    expect(small).toEqual(Array(8).fill(415))
    const large: number[] = []
    for (let n = 0; n < 6; n++) large.push(await send(800_000))
    expect(large).toEqual([...Array(5).fill(415), 429])
    await limited.stop()
  })
})

describe('the rate of a connection', () => {
  test('is in the headers of every response, and exceeding it returns 429 until the minute ends', async () => {
    const limited = await testService({ rateLimit: 5 }, { clock: () => new Date(now) })
    const { token, app, developer } = await limited.connected(everywhere)
    const call = (path: string) => limited.call('GET', path, { token })
    for (const [path, left] of [
      ['/v1/memories', 4],
      ['/v1/memories/mem_none', 3],
      ['/v1/memories?limit=0', 2],
      ['/v1/quota', 1],
      ['/v1/quota', 0],
    ] as const) {
      const { headers } = await call(path)
      expect(headers.get('ratelimit-policy')).toBe('"connection";q=5;w=60')
      expect(headers.get('ratelimit')).toBe(`"connection";r=${left};t=50`)
    }
    for (let i = 0; i < 2; i++) {
      const { status, body, headers } = await call('/v1/quota')
      expect([status, body.error.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '50'])
      expect(headers.get('ratelimit')).toBe('"connection";r=0;t=50')
    }
    const path = `/v1/dev/apps/${app.id}/requests?code=rate_limited`
    const { items } = await limited.ok('GET', path, { cookie: developer.cookie })
    expect(items).toMatchObject([{ route: '/v1/quota', status: 429 }, { status: 429 }])
    // The limit of another connection is independent.
    expect((await limited.call('GET', '/v1/quota', { token: (await limited.connected([])).token })).status).toBe(200)
    now = NOON + 50_000
    expect((await call('/v1/quota')).headers.get('ratelimit')).toBe('"connection";r=4;t=60')
    now = NOON
    await limited.stop()
  })

  if (isShared())
    test('is exceeded by a burst over several processes by at most a tenth for each further one', async () => {
      const RATE = 50
      const limited = await testService({ rateLimit: RATE }, { clock: () => new Date(now) })
      const { token } = await limited.connected(everywhere)
      const others = [await limited.start(), await limited.start()]
      const headers = { authorization: `Bearer ${token}` }
      const statuses = await Promise.all(
        [limited, ...others].flatMap(({ url }) =>
          Array.from({ length: RATE }, async () => (await fetch(`${url}/v1/connection`, { headers })).status),
        ),
      )
      const passed = statuses.filter((status) => status === 200).length
      expect(passed).toBeGreaterThanOrEqual(RATE)
      expect(passed).toBeLessThanOrEqual(RATE + 2 * (RATE / 10))
      expect(statuses.filter((status) => status === 429)).toHaveLength(3 * RATE - passed)
      for (const other of others) await other.stop()
      await limited.stop()
    })

  test('is shared by all processes after their next flush', async () => {
    const limited = await testService({ rateLimit: 10 }, { clock: () => new Date(now) })
    const { token } = await limited.connected(everywhere)
    const second = isShared() ? await limited.start() : undefined
    for (let i = 0; i < 6; i++) await limited.get('/v1/connection', token)
    await limited.ports.meter.flush()
    const headers = { authorization: `Bearer ${token}` }
    const there = () => fetch(`${second?.url ?? limited.url}/v1/connection`, { headers })
    await there()
    await (second ?? limited).ports.meter.flush()
    const left: unknown[] = []
    for (let i = 0; i < 4; i++) {
      const reply = await there()
      left.push([reply.status, /r=(\d+)/.exec(reply.headers.get('ratelimit')!)?.[1]])
    }
    expect(left).toEqual([
      [200, '2'],
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ])
    await second?.stop()
    await limited.stop()
  })
})

describe('refused calls of an address', () => {
  test('are those without a valid credential, and no mistakes of a caller who has one', async () => {
    const limited = await testService({ rateLimit: 100 }, { clock: () => new Date(now) })
    const { token } = await limited.connected(everywhere)
    // Each look counts itself.
    const refused = () => limited.ports.limits.count('refused 127.0.0.1')
    const status = (path: string, body: string, bearer = token) =>
      fetch(limited.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body,
      }).then(({ status }) => status)
    const before = refused()
    expect(await status('/v1/memories', '{')).toBe(400)
    expect(await status('/mcp', '{')).toBe(400)
    expect(await status('/mcp', '[]')).toBe(400)
    expect(refused()).toBe(before + 1)
    expect(await status('/v1/memories', '{}', 'mst_made_up')).toBe(401)
    expect(await status('/mcp', '{}', 'mst_made_up')).toBe(401)
    expect(await status('/nowhere', '{}', 'mst_made_up')).toBe(404)
    expect(refused()).toBe(before + 5)
    await limited.stop()
  })
})
