import { z } from 'zod'
import type { Ports } from '../../foundation/ctx.ts'
import { routesWith } from '../../foundation/route.ts'

const days = (description: string) => z.int().meta({ description })

/** The retention periods of this service. */
export const retentionRoute = routesWith<unknown>().route({
  name: 'getRetention',
  method: 'GET',
  path: '/v1/retention',
  for: ['public'],
  tag: 'Discovery',
  summary: 'How many days this service stores logs, deliveries and deleted memories.',
  output: z
    .object({
      audit_days: days('Reads and writes by apps, in the activity of people and of apps.'),
      developer_event_days: days('The security log of developers.'),
      delivery_days: days('Deliveries of webhooks with their attempts.'),
      trash_days: days('Deleted memories, which their person can restore until then.'),
      request_log_days: days('Requests of apps; 0 if this service logs none.'),
    })
    .meta({ id: 'Retention', description: 'Times in days, which the operator of the service sets.' }),
  cors: true,
  etag: true,
  example: {
    output: { audit_days: 365, developer_event_days: 365, delivery_days: 30, trash_days: 30, request_log_days: 7 },
  },
  run: ({ config }: Pick<Ports, 'config'>) => ({
    audit_days: config.auditDays,
    developer_event_days: config.developerEventDays,
    delivery_days: config.deliveryDays,
    trash_days: config.trashDays,
    request_log_days: config.requestLogDays,
  }),
})
