import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { routesWith } from '../../foundation/route.ts'
import { EXAMPLE } from '../memories/memory.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { Accepted, CONNECTORS, receive } from './connectors.ts'
import { readLink, rotateLink, userOfLink } from './link.ts'

const { route } = routesWith<MemoryPorts>()

const ConnectorList = z
  .object({
    items: z.array(
      z
        .object({
          provider: z.string(),
          name: z.string(),
          description: z.string(),
          url: z.url().meta({ description: 'The URL the provider posts to; its token is a secret of this user.' }),
        })
        .meta({ id: 'Connector' }),
    ),
  })
  .meta({ id: 'ConnectorList' })

/** An object or a list; the connector of the provider validates the rest. */
const ProviderBody = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).meta({
  description:
    'For `mock-strava`: activities in the format of its API, one, a list, or either as `{ activities }`. For ' +
    '`mock-apple-health`: `{ data: { metrics, workouts } }` in the format of the app Health Auto Export, with sleep ' +
    'summed per night. At most 100 items.',
})

const listExample = {
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
    link: userOfLink,
    tag: 'Hub',
    summary: 'Receive data about a user from a mock provider.',
    description:
      'Each activity, workout, night or measurement becomes one memory. An item that was sent before, recognised by its ' +
      'provider id or by metric and day, is skipped, even when its memory was edited or deleted.',
    params: z.object({ provider: z.string().meta({ example: 'mock-strava' }) }),
    body: ProviderBody,
    output: Accepted,
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
    summary: 'The mock providers with the URL each posts to; empty when connectors are off.',
    output: ConnectorList,
    secret: true,
    example: { output: listExample },
    run: async (ctx) => (ctx.config.connectors ? listOf(ctx, await readLink(ctx)) : { items: [] }),
  }),
  route({
    name: 'rotateConnectors',
    method: 'POST',
    path: '/v1/connectors/rotate',
    for: ['user'],
    tag: 'Hub',
    summary: 'Replace the URLs of all connectors; the old ones are invalid at once.',
    output: ConnectorList,
    secret: true,
    failures: ['not_found'],
    example: { output: listExample },
    run: async (ctx) => {
      if (!ctx.config.connectors) throw new Failure('not_found')
      return listOf(ctx, await rotateLink(ctx))
    },
  }),
]
