import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { coversAny } from '../../../packages/scopes/src/scopes.ts'
import type { events } from '../../../server/src/app.ts'
import type { FailureDetails } from '../../../server/src/foundation/errors.ts'
import type { FailureCode } from '../../../server/src/foundation/failures.ts'
import { refuseBrowsers } from '../src/guard.ts'
import {
  allows,
  type ChatFrame,
  type ConsentScope,
  connectUrl,
  type ErrorCode,
  type ErrorDetails,
  exchangeCode,
  type Memory,
  type MemoryCreated,
  type MemoryPage,
  MemoryService,
  MemoryServiceError,
  newConnectAttempt,
  type RecalledMemory,
  type ServiceErrorCode,
  type Trigger,
  type TriggerPage,
  type verifyWebhook,
  type WebhookEvent,
} from '../src/index.ts'

const baseUrl = 'https://memory.example'
const memory = new MemoryService({ baseUrl, token: 'mst_secret' })

describe('types', () => {
  test('has the error codes of the service, and `is` narrows the details', () => {
    expectTypeOf<ServiceErrorCode>().toEqualTypeOf<FailureCode>()
    expectTypeOf<
      Omit<ErrorDetails, 'invalid_signature' | 'invalid_callback' | 'connect_failed'>
    >().toEqualTypeOf<FailureDetails>()
    const error = new MemoryServiceError('limit_exceeded', 'Full.', { details: { max: 500 } }) as MemoryServiceError
    expectTypeOf(error.code).toEqualTypeOf<ErrorCode>()
    expectTypeOf(error.details).toEqualTypeOf<unknown>()
    if (!error.is('limit_exceeded')) throw error
    expectTypeOf(error.details.max).toEqualTypeOf<number | undefined>()
    expect(error.details.max).toBe(500)
    expect(error.is('scope_denied')).toBe(false)
  })

  test('narrows a caught error by instanceof and by its code', () => {
    const caught: unknown = new MemoryServiceError('scope_denied', 'No.', { details: { missing_scope: 'signal:emit' } })
    if (!(caught instanceof MemoryServiceError)) throw caught
    expectTypeOf(caught.code).toEqualTypeOf<ErrorCode>()
    expectTypeOf(caught.status).toEqualTypeOf<number | undefined>()
    // @ts-expect-error unknown code
    expect(caught.code === 'no_such_code').toBe(false)
    switch (caught.code) {
      case 'rate_limited':
        expectTypeOf(caught.details.retry_after).toEqualTypeOf<number>()
        break
      case 'scope_denied':
        expectTypeOf(caught.details.missing_scope).toEqualTypeOf<string>()
        expect(caught.details.missing_scope).toBe('signal:emit')
    }
    expect(inspect(caught)).toMatch(/^MemoryServiceError: No\./)
    expect([caught instanceof Error, String(caught)]).toEqual([true, 'MemoryServiceError: No.'])
  })

  test('has the response and event types of the service, none of them any', () => {
    type Client = typeof memory
    type Answer<K extends keyof Client> = Client[K] extends (...args: never) => infer R ? Awaited<R> : never
    expectTypeOf<Answer<'get'>>().toEqualTypeOf<Memory>()
    expectTypeOf<Answer<'recall'>>().toEqualTypeOf<MemoryPage>()
    expectTypeOf<Answer<'remember'>['memoryIds']>().toEqualTypeOf<string[]>()
    for (const key of [
      'context',
      'brief',
      'connection',
      'quota',
      'scopes',
      'catalog',
      'chat',
      'graph',
      'signal',
    ] as const)
      expectTypeOf<Answer<typeof key>>().not.toBeAny()
    // Never called: only the types matter, and a call would send a request.
    void (() => {
      expectTypeOf(memory.collect({ query: 'run' })).resolves.toEqualTypeOf<RecalledMemory[]>()
      expectTypeOf(memory.collect((cursor) => memory.schedule.list({ cursor }))).resolves.toEqualTypeOf<Trigger[]>()
      expectTypeOf(memory.recall('run')).toExtend<Promise<MemoryPage> & AsyncIterable<RecalledMemory>>()
      expectTypeOf(memory.schedule.list().catch(() => 'none')).resolves.toEqualTypeOf<TriggerPage | string>()
    })
    expectTypeOf<Extract<ChatFrame, { type: 'delta' }>['text']>().toEqualTypeOf<string>()
    expectTypeOf<Awaited<ReturnType<typeof verifyWebhook>>>().toEqualTypeOf<WebhookEvent>()
    expectTypeOf<WebhookEvent['type']>().toEqualTypeOf<(typeof events)[number]['type']>()
    expectTypeOf<Extract<WebhookEvent, { type: 'schedule.fired' }>['data']['trigger']>().toEqualTypeOf<Trigger>()
    expectTypeOf<Extract<WebhookEvent, { type: 'memory.created' }>>().toEqualTypeOf<MemoryCreated>()
    expectTypeOf<MemoryCreated['data']['memory']>().toEqualTypeOf<
      Pick<Memory, 'id' | 'type' | 'scope' | 'importance' | 'occurredAt' | 'sourceApp'>
    >()
    // @ts-expect-error the scope is missing
    void (() => memory.remember({ content: 'Runs.' }))
    // @ts-expect-error unknown scope
    void (() => connectUrl({ baseUrl, client: 'a', scopes: ['memories:read:fitness'] }))
    // @ts-expect-error the token is missing
    void (() => new MemoryService({ baseUrl }))
  })
})

describe('secrets', () => {
  test('appear neither in an inspected client nor in its errors', async () => {
    const shown = inspect(memory, { depth: 9, showHidden: true }) + JSON.stringify(memory) + Object.keys(memory)
    expect(shown).not.toContain('mst_secret')
    const leaky = () => new MemoryService({ baseUrl, token: 'mst_secret\n' })
    expect(leaky).toThrow(MemoryServiceError)
    expect(leaky).not.toThrow(/mst_secret/)
    expect(() => new MemoryService({ baseUrl: 'https://me:mst_secret@memory.example', token: 'x' })).not.toThrow(/mst/)
    const away = { baseUrl, fetch: () => Promise.reject(new TypeError('fetch failed')), retry: { attempts: 1 } }
    const error = await exchangeCode({ ...away, code: 'cod_1', clientId: 'cli_1', clientSecret: 'sec_1' }).catch(
      (e) => e,
    )
    expect(error).toMatchObject({ code: 'unreachable' })
    expect(inspect(error, { depth: 9 })).not.toMatch(/sec_1|cod_1/)
  })

  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64)'
  test.each([
    ['a page', { window: {}, document: {}, navigator: { userAgent } }],
    [
      'a page that calls itself otherwise',
      { window: {}, document: {}, navigator: { userAgent: 'Node.js/20' }, process: {} },
    ],
    ['a worker of a browser', { WorkerGlobalScope: class {}, navigator: { userAgent } }],
  ])('are rejected in %s', (_name, scope) => {
    expect(() => refuseBrowsers('The token', scope)).toThrow(expect.objectContaining({ code: 'secret_in_browser' }))
  })

  test.each([
    ['Node', { navigator: { userAgent: 'Node.js/22' } }],
    ['Deno', { window: {}, navigator: { userAgent: 'Deno/2.9.6' } }],
    ['a worker of Deno', { WorkerGlobalScope: class {}, navigator: { userAgent: 'Deno/2.9.6' } }],
    ['a worker of Bun', { WorkerGlobalScope: class {}, navigator: { userAgent: 'Bun/1.4.5' } }],
    ['workerd', { WorkerGlobalScope: class {}, navigator: { userAgent: 'Cloudflare-Workers' } }],
    ['a runtime without a navigator', { WorkerGlobalScope: class {} }],
    ['here', globalThis],
  ])('are accepted in %s', (_name, scope) => {
    refuseBrowsers('The token', scope)
  })
})

test('an unreachable service is named with its address and the reason', async () => {
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
  await expect(new MemoryService({ baseUrl, token: 'mst_1', fetch, retry: { attempts: 1 } }).quota()).rejects.toThrow(
    `GET /v1/quota: ${baseUrl} could not be reached (ECONNREFUSED).`,
  )
})

describe('invalid arguments', () => {
  test.each([
    '',
    'memory.example',
    'ftp://memory.example',
    'https://a:b@memory.example',
    'https://memory.example/?a=b',
    'https://memory.example/v1/',
  ])('rejects the base URL %j', (baseUrl) => {
    expect(() => new MemoryService({ baseUrl, token: 'mst_1' })).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    )
  })

  test.each(['', '.', '..'])('rejects the id %j, which would change the path', async (id) => {
    for (const call of [
      () => memory.get(id),
      () => memory.update(id, {}),
      () => memory.graph(id),
      () => memory.schedule.cancel(id),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'invalid_argument' })
  })
})

describe('connectUrl', () => {
  test('returns the address of the consent page with all parameters', async () => {
    const { state, codeVerifier, codeChallenge } = await newConnectAttempt()
    for (const text of [state, codeVerifier, codeChallenge]) expect(text).toMatch(/^[\w-]{43}$/)
    const options = {
      client: 'trail-coach',
      redirectUri: 'https://a.example/b?c=d&e',
      scopes: ['signal:emit', 'memory:read:*'] as const,
    }
    const url = new URL(connectUrl({ hubUrl: 'https://hub.example/memory/', ...options, state, codeChallenge }))
    expect(url.origin + url.pathname).toBe('https://hub.example/memory/connect')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client: 'trail-coach',
      redirect_uri: 'https://a.example/b?c=d&e',
      scope: 'signal:emit memory:read:*',
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    })
    expect(connectUrl({ baseUrl, client: 'a', scopes: ['signal:emit'] })).toBe(
      `${baseUrl}/connect?client=a&scope=signal%3Aemit`,
    )
  })
})

describe('allows', () => {
  test('covers the same scopes as the service', () => {
    const segment = fc.constantFrom('fitness', 'trail', 'fit', 'work')
    const name = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('.'))
    const qualifier = fc.oneof(
      name,
      name.map((name) => `${name}.*`),
      fc.constant('*'),
    )
    const verb = fc.constantFrom('memory:read', 'memory:write', 'context:read')
    fc.assert(
      fc.property(verb, fc.array(fc.tuple(verb, qualifier)), qualifier, (verb, granted, wanted) => {
        const scopes = granted.map(([verb, qualifier]) => `${verb}:${qualifier}`)
        const qualifiers = granted.flatMap(([of, qualifier]) => (of === verb ? [qualifier] : []))
        expect(allows(scopes, `${verb}:${wanted}` as ConsentScope)).toBe(coversAny(qualifiers, wanted))
      }),
    )
    expect(allows(['signal:emit', 'memory:read:*'], 'signal:emit')).toBe(true)
    expect(allows(['identity:read', 'memory:read:*'], 'signal:emit')).toBe(false)
  })
})

describe('lists', () => {
  const pagesOf = (...pages: string[][]) => {
    const asked: (string | undefined)[] = []
    const ask = async (cursor?: string) => {
      asked.push(cursor)
      const at = Number(cursor ?? 0)
      return { items: pages[at] ?? [], next_cursor: at + 1 < pages.length ? String(at + 1) : null }
    }
    return { ask, asked }
  }

  test('are collected from all pages, fetching no page after the cap', async () => {
    const { ask, asked } = pagesOf(['a', 'b'], [], ['c', 'd'], ['e'])
    expect(await memory.collect(ask)).toEqual(['a', 'b', 'c', 'd', 'e'])
    asked.length = 0
    expect(await memory.collect(ask, { cap: 3 })).toEqual(['a', 'b', 'c'])
    expect(asked).toEqual([undefined, '1', '2'])
    expect(await memory.collect(ask, { cap: 0 })).toEqual([])
  })

  test('resolve to their first page, fetched once and on first use', async () => {
    let calls = 0
    const answers = (json: object, init?: ResponseInit) =>
      new MemoryService({
        baseUrl,
        token: 'mst_secret',
        retry: { attempts: 1 },
        fetch: async () => {
          calls++
          return Response.json(json, init)
        },
      })
    const list = answers({ memories: [{ id: 'mem_1' }], next_cursor: null }).list()
    expect([calls, String(list)]).toEqual([0, '[object List]'])
    let over = 0
    const pages = await Promise.all([list, list.finally(() => void over++), list.catch(() => 'failed'), list.then()])
    expect(pages).toEqual(Array(4).fill({ memories: [{ id: 'mem_1' }], next_cursor: null }))
    expect(await Promise.race([list, new Promise(() => {})])).toBe(pages[0])
    for await (const { id } of list) expect(id).toBe('mem_1')
    expect([calls, over]).toEqual([1, 1])

    const refused = answers({ error: { code: 'unauthorized', message: 'No.' } }, { status: 401 }).recall('run')
    expect(await refused.catch(({ code }) => code)).toBe('unauthorized')
    await expect(refused.finally(() => void over++)).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(memory.collect(() => refused)).rejects.toBeInstanceOf(MemoryServiceError)
    expect([calls, over]).toEqual([2, 2])
  })

  test('are collected up to 1000 items by default, and fail if a cursor repeats', async () => {
    const endless = async (cursor = '0') => ({
      memories: Array(100).fill(cursor),
      next_cursor: String(Number(cursor) + 1),
    })
    expect(await memory.collect(endless)).toHaveLength(1_000)
    const circle = async () => ({ triggers: [], next_cursor: 'again' })
    await expect(memory.collect(circle)).rejects.toMatchObject({ code: 'invalid_response' })
  })
})
