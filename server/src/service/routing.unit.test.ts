import fc from 'fast-check'
import { expect, test } from 'vitest'
import { credentialIn, credentialOf, Routes, slotOf } from './routing.ts'

const headOf = (...lines: string[]) => ['GET /v1/memories HTTP/1.1', 'Host: localhost', ...lines, '', ''].join('\r\n')

test('finds the same credential in the bytes of a request and in its headers', () => {
  const bearer = credentialIn(headOf('Authorization: Bearer mst_1'))
  expect(bearer).toMatch(/^[\w-]{12}$/)
  expect(credentialIn(headOf('authorization:Bearer mst_1  '))).toBe(bearer)
  expect(credentialOf({ authorization: 'Bearer mst_1' })).toBe(bearer)
  expect(credentialIn(headOf('Authorization: Bearer mst_2'))).not.toBe(bearer)
  const session = credentialIn(headOf('Cookie: a=b; ms_session=abc; c=d'))
  expect(session).toBeDefined()
  expect(credentialIn(headOf('cookie: __Host-ms_session=abc'))).toBe(session)
  expect(credentialOf({ cookie: 'ms_session=abc' })).toBe(session)
  // An `Authorization` header decides, even with a cookie.
  expect(credentialIn(headOf('Cookie: ms_session=abc', 'Authorization: Bearer mst_1'))).toBe(bearer)
  expect(credentialIn(headOf('Cookie: other=abc'))).toBe(undefined)
  expect(credentialIn('')).toBe(undefined)
})

test('routes by credential until its person is known, and without one by address', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 16 }), fc.string(), fc.string(), (count, token, user) => {
      const routes = new Routes(count)
      const head = headOf(`Authorization: Bearer x${Buffer.from(token).toString('hex')}`)
      const first = routes.slotFor(head, '127.0.0.1')
      expect(first).toBe(routes.slotFor(head, '127.0.0.2'))
      expect(first).toBeLessThan(count)
      const home = slotOf(user, count)
      routes.learn(credentialIn(head) as string, home)
      expect(routes.slotFor(head, '127.0.0.1')).toBe(home)
      expect(routes.slotFor('', '::1')).toBe(slotOf('::1', count))
    }),
  )
})

test('ignores workers that do not exist', () => {
  const routes = new Routes(2)
  const head = headOf('Authorization: Bearer mst_1')
  const before = routes.slotFor(head, '127.0.0.1')
  for (const slot of [-1, 2, 0.5, Number.NaN]) routes.learn(credentialIn(head) as string, slot)
  expect(routes.slotFor(head, '127.0.0.1')).toBe(before)
})
