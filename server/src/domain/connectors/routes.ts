import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { route } from '../../foundation/route.ts'
import { EXAMPLE } from '../memories/memory.ts'
import { Remembered } from '../memories/remember.ts'
import { CONNECTORS, receive } from './connectors.ts'
import { personOfLink, readLink, rotateLink } from './link.ts'

const ConnectorList = z
  .object({
    items: z.array(
      z
        .object({
          provider: z.string(),
          name: z.string(),
          description: z.string(),
          url: z.url().meta({ description: 'Where the provider posts to; its token is a secret of this person.' }),
        })
        .meta({ id: 'Connector' }),
    ),
  })
  .meta({ id: 'ConnectorList' })

/** A body is read by the provider it comes from; of itself it is an object or a list. */
const ProviderBody = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).meta({
  description:
    'Of `mock-strava`, activities as its API gives them: one, a list, or either as `{ activities }`. Of ' +
    '`mock-apple-health`, `{ data: { metrics, workouts } }` as the app Health Auto Export sends it, nights summed up. ' +
    '100 items at most.',
})

const shown = {
  items: CONNECTORS.map(({ provider, name, description }) => ({
    provider,
    name,
    description,
    url: `https://memory.example/v1/webhooks/${provider}?connect=mcl_F3Rk1Z`,
  })),
}

function listOf({ config }: Ctx<UserActor>, token: string): z.output<typeof ConnectorList> {
  return {
    items: CONNECTORS.map(({ provider, name, description }) => ({
      provider,
      name,
      description,
      url: `${config.baseUrl}/v1/webhooks/${provider}?connect=${token}`,
    })),
  }
}

export const connectorRoutes = [
  route({
    name: 'receiveFromProvider',
    method: 'POST',
    path: '/v1/webhooks/:provider',
    for: ['user'],
    link: personOfLink,
    tag: 'Hub',
    summary: 'Receive data about a person from a mock provider.',
    description:
      'Each activity, workout, night or measure becomes one memory. What was told before, by the id the provider ' +
      'gave it or by metric and day, is skipped, also when its memory was edited or forgotten since.',
    params: z.object({ provider: z.string().meta({ example: 'mock-strava' }) }),
    body: ProviderBody,
    output: Remembered,
    failures: ['not_found', 'limit_exceeded'],
    example: {
      params: { provider: 'mock-strava' },
      body: {
        id: 15_372_104_417,
        name: 'Morning run',
        sport_type: 'Run',
        distance: 10_214.6,
        moving_time: 3_121,
        elapsed_time: 3_240,
        total_elevation_gain: 120,
        start_date: '2026-05-03T05:30:00Z',
        start_date_local: '2026-05-03T07:30:00Z',
        average_heartrate: 152.3,
      },
      output: { accepted: true, memoryIds: [EXAMPLE.id] },
    },
    run: (ctx, { params, body }) => receive(ctx, params.provider, body),
  }),
  route({
    name: 'listConnectors',
    method: 'GET',
    path: '/v1/connectors',
    for: ['user'],
    tag: 'Hub',
    summary: 'The mock providers and the address each may post to; empty if they are switched off.',
    output: ConnectorList,
    example: { output: shown },
    run: async (ctx) => (ctx.config.connectors ? listOf(ctx, await readLink(ctx)) : { items: [] }),
  }),
  route({
    name: 'rotateConnectors',
    method: 'POST',
    path: '/v1/connectors/rotate',
    for: ['user'],
    tag: 'Hub',
    summary: 'New addresses for all connectors; the old ones end at once.',
    output: ConnectorList,
    failures: ['not_found'],
    example: { output: shown },
    run: async (ctx) => {
      if (!ctx.config.connectors) throw new Failure('not_found')
      return listOf(ctx, await rotateLink(ctx))
    },
  }),
]
