import { routesWith } from '../../foundation/route.ts'
import { Done } from '../accounts/accounts.ts'
import { EXAMPLE } from '../memories/memory.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { AppChanges, KeepAppChanges, keepAppChanges, LISTED_MAX, listAppChanges } from './app-changes.ts'

const { route } = routesWith<MemoryPorts>()

const AT = '2026-05-03T07:31:12.000Z'
const before = { ...EXAMPLE, scope: 'health', content: 'Is allergic to penicillin.', sourceApp: null }

/** What apps changed of statements about health and safety, and what the user decides about it. */
export const appChangeRoutes = [
  route({
    name: 'listAppChanges',
    method: 'GET',
    path: '/v1/memories/app-changes',
    for: ['user'],
    tag: 'Hub',
    summary: 'List what apps changed of the statements of others about health or safety, the oldest change first.',
    description:
      `Of the last 30 days, at most ${LISTED_MAX}: what an app was the last to edit, move, supersede or delete and someone else had ` +
      'stated. `restoreMemory` with the `revision` of `before` takes a change back; what is kept is listed no more.',
    output: AppChanges,
    example: {
      output: { items: [{ at: AT, app: 'trail-coach', change: 'deleted', before, after: null }], has_more: false },
    },
    run: (ctx) => listAppChanges(ctx),
  }),
  route({
    name: 'keepAppChanges',
    method: 'POST',
    path: '/v1/memories/app-changes/keep',
    for: ['user'],
    tag: 'Hub',
    summary: 'Keep what apps changed of statements about health or safety until a time.',
    description: 'It is listed no more. Repeating the call changes nothing.',
    body: KeepAppChanges,
    output: Done,
    example: { body: { until: AT }, output: { ok: true } },
    run: (ctx, { body }) => keepAppChanges(ctx, body),
  }),
]
