import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Ports } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { recordFailure } from './responses.ts'

/** What is logged of an error, and the codes that are counted. */
function recorded(error: unknown) {
  const [logged, counted]: [unknown[], string[]] = [[], []]
  const log = { error: (line: object) => logged.push(line) }
  const ports = { log, measures: { failure: (code: string) => counted.push(code) } } as unknown as Ports
  const request = { id: 'req_1', raw: { socket: {} }, routeOptions: {} } as FastifyRequest
  recordFailure(ports, error, request)
  return { logged: logged.length, counted }
}

test('logs errors of the service, and not what the operator has paused or what the caller did wrong', () => {
  expect(recorded(new Error('broken'))).toEqual({ logged: 1, counted: ['internal'] })
  expect(recorded(new Failure('unavailable'))).toEqual({ logged: 1, counted: ['unavailable'] })
  expect(recorded(new Failure('unavailable', { paused: 'changes' }))).toEqual({ logged: 0, counted: ['unavailable'] })
  expect(recorded(new Failure('not_found'))).toEqual({ logged: 0, counted: ['not_found'] })
})
