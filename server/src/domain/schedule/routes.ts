import { z } from 'zod'
import { route } from '../../foundation/route.ts'
import { Done } from '../accounts/accounts.ts'
import { cancelTrigger, listTriggers, scheduleTrigger, Trigger, TriggerInput, TriggerQuery } from './triggers.ts'

const shown = {
  id: 'trg_01kb5dd9v2000m4h2n8y7tq3wz',
  fireAt: '2029-12-24T17:00:00.000Z',
  kind: 'checkin',
  status: 'pending' as const,
  payload: { about: 'the half marathon' },
}
const audience = { for: ['app'], tag: 'Schedule' } as const

export const scheduleRoutes = [
  route({
    ...audience,
    name: 'schedule',
    acknowledges: true,
    method: 'POST',
    path: '/v1/schedule',
    summary: 'Schedule a trigger; at its time, the app gets a schedule.fired webhook.',
    body: TriggerInput,
    output: z.object({ id: z.string(), fireAt: z.iso.datetime() }).meta({ id: 'Scheduled' }),
    failures: ['limit_exceeded'],
    example: {
      body: { fireAt: shown.fireAt, kind: shown.kind, payload: shown.payload },
      output: { id: shown.id, fireAt: shown.fireAt },
    },
    run: (ctx, { body }) => scheduleTrigger(ctx, body),
  }),
  route({
    ...audience,
    name: 'listTriggers',
    method: 'GET',
    path: '/v1/schedule',
    summary: 'List the triggers of this connection, newest first.',
    query: TriggerQuery,
    output: z.object({ triggers: z.array(Trigger), next_cursor: z.string().nullable() }).meta({ id: 'TriggerPage' }),
    failures: ['invalid_cursor'],
    example: { output: { triggers: [shown], next_cursor: null } },
    run: (ctx, { query }) => listTriggers(ctx, query),
  }),
  route({
    ...audience,
    name: 'cancelTrigger',
    method: 'DELETE',
    path: '/v1/schedule/:id',
    summary: 'Cancel a pending trigger.',
    params: z.object({ id: z.string().meta({ example: shown.id }) }),
    output: Done,
    failures: ['not_found'],
    example: { params: { id: shown.id }, output: { ok: true } },
    run: (ctx, { params }) => cancelTrigger(ctx, params.id),
  }),
]
