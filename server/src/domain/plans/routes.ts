import { routesWith } from '../../foundation/route.ts'
import type { MeterPorts } from './meter.ts'
import { Quota, readQuota, readUserUsage, UserUsage } from './usage.ts'

const { route } = routesWith<MeterPorts>()

export const planRoutes = [
  route({
    name: 'getQuota',
    method: 'GET',
    path: '/v1/quota',
    for: ['app'],
    tag: 'Connections',
    summary: 'Read the usage and limits of the developer’s plan this month.',
    output: Quota,
    example: {
      output: {
        plan: 'sandbox',
        period: { start: '2026-05-01T00:00:00.000Z', end: '2026-06-01T00:00:00.000Z' },
        api_calls: { used: 1204, limit: 10_000, remaining: 8_796 },
        hosted_tokens: { used: 0, limit: null, remaining: null },
        memory_writes: { used: 310 },
        context_requests: { used: 55 },
        connected_users: { used: 12, limit: 50 },
      },
    },
    run: (ctx) => readQuota(ctx),
  }),
  route({
    name: 'getUsage',
    method: 'GET',
    path: '/v1/usage',
    for: ['user'],
    tag: 'Hub',
    summary: 'Read the usage and limits of your plan.',
    output: UserUsage,
    example: {
      output: {
        plan: 'free',
        memories: { used: 120, limit: 500 },
        connected_apps: { used: 2, limit: 3 },
        memory_stores: { used: 1, limit: 1 },
      },
    },
    run: (ctx) => readUserUsage(ctx),
  }),
]
