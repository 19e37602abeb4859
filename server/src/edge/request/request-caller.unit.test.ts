import { expect, test } from 'vitest'
import { callerOf } from './request-caller.ts'

const ADDRESS = '203.0.113.1'

test('requests are limited by user, app or developer, and not if they wait for a model or a stream', () => {
  const app = { kind: 'app', userId: 'usr_1', connectionId: 'con_1' } as never
  expect(callerOf({}, app, ADDRESS)).toEqual({ person: 'usr_1', credential: 'con_1', isFirst: false })
  const user = { kind: 'user', userId: 'usr_1' } as never
  expect(callerOf({}, user, ADDRESS)).toEqual({ person: 'usr_1', credential: 'usr_1', isFirst: true })
  expect(callerOf({ costly: true }, app, ADDRESS)).toBeNull()
  expect(callerOf({ consumes: 'application/x-ndjson' }, app, ADDRESS)).toBeNull()
  expect(callerOf({}, { kind: 'client', appId: 'app_1' } as never, ADDRESS)?.person).toBe('app_1')
})

test('requests without a credential are limited by address: reads by their time, what signs in or exchanges codes by number', () => {
  const stranger = { kind: 'public' } as const
  const address = `address ${ADDRESS}`
  const reads = { person: address, credential: address, isUntimed: false }
  expect(callerOf({ method: 'GET' }, stranger, ADDRESS)).toEqual(reads)
  expect(callerOf({ method: 'GET' }, stranger, `::ffff:${ADDRESS}`)).toEqual(reads)
  const changes = { person: `changes of ${address}`, credential: `changes of ${address}`, isUntimed: true }
  expect(callerOf({ method: 'GET', cookies: true }, stranger, ADDRESS)).toBeNull()
  expect(callerOf({ method: 'POST' }, stranger, ADDRESS)).toEqual(changes)
})
