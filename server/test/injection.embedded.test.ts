import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEverywhere, walked } from './everywhere.ts'

/* Injection that does not involve the database: headers, log lines (checked by `service.ts`) and object prototypes. */

const LINES = 'x\r\nset-cookie: evil=1\r\nx-evil: 1\r\n\r\n{"level":60,"msg":"evil"}'
let everywhere: Awaited<ReturnType<typeof openEverywhere>>
beforeAll(async () => {
  everywhere = await openEverywhere()
})
afterAll(() => everywhere.stop())

test.each(walked)('$method $path allows no header or log line injection', async (route) => {
  for (const { headers } of await everywhere.repliesTo(route, [LINES])) {
    expect(headers.getSetCookie().join()).not.toContain('evil')
    expect(headers.get('x-evil')).toBeNull()
    expect(headers.get('location') ?? '').not.toMatch(/\s/)
  }
})

const withBody = walked.filter(({ body, consumes, form }) => body && !consumes && form !== 'only')
test.each(withBody)('$method $path allows no prototype pollution', async (route) => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const example = JSON.stringify(route.example.body)
  for (const name of ['__proto__', 'constructor', 'prototype', '\\u005f_proto__']) {
    const value = name === 'constructor' ? '{"prototype":{"polluted":1}}' : '{"polluted":1,"isAdmin":true}'
    for (let at = example.indexOf('{'); at >= 0; at = example.indexOf('{', at + 1)) {
      const rest = example.slice(at + 1)
      const body = `${example.slice(0, at)}{"${name}":${value}${rest.startsWith('}') ? '' : ','}${rest}`
      const { status } = await everywhere.send(route, { body })
      if (name.endsWith('_proto__')) expect(status, body).toBe(400)
    }
  }
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

const withQuery = walked.flatMap((route) => (route.query ? [{ ...route, names: Object.keys(route.query.shape) }] : []))
test.each(withQuery)('$method $path rejects a duplicated query parameter', async (route) => {
  for (const name of route.names) {
    const path = `${route.path.replace(/:\w+/g, 'x')}?${name}=1&${name}=1`
    expect((await everywhere.send(route, { path, query: {} })).status, path).toBe(400)
  }
})
