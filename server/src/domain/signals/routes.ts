import { routesWith } from '../../foundation/route.ts'
import type { DeliveryPorts } from '../webhooks/deliver.ts'
import { emitSignal, Signal, SignalAccepted } from './signals.ts'

const { route } = routesWith<DeliveryPorts>()

export const signalRoutes = [
  route({
    name: 'emitSignal',
    acknowledges: true,
    method: 'POST',
    path: '/v1/signals',
    for: ['app'],
    tag: 'Signals',
    summary: 'Send a signal to subscribed apps. Signals are never stored.',
    scope: 'signal:emit',
    needs: () => 'signal:emit',
    body: Signal,
    output: SignalAccepted,
    example: {
      body: { type: 'workout.completed', payload: { activity: 'run', distanceKm: 10 } },
      output: { accepted: true, event_id: 'evt_01kb5dd9v2000m4h2n8y7tq3wz' },
    },
    run: (ctx, { body }) => emitSignal(ctx, body),
  }),
]
