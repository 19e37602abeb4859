import { routesWith } from '../../foundation/route.ts'
import { ChatStreamEvent, chat, chatStream, GatewayChat, GatewayChatResponse } from './chat.ts'
import type { GatewayPorts } from './model.ts'

const { eventRoute, route } = routesWith<GatewayPorts>()

const description =
  'The model gets the context that the intent draws on and the app may read. After the response, new facts that the ' +
  'user stated are recorded where the app may write; the user can undo that. What the user did not say in a turn that ' +
  'quotes the memories of another app waits for the user’s decision instead. Nothing is extracted from a message ' +
  'repeated within a day. 20 turns per minute and connection.'

const shared = {
  method: 'POST',
  for: ['app'],
  tag: 'Gateway',
  scope: 'ai:host:chat` or `ai:host:companion',
  needs: () => ['ai:host:chat', 'ai:host:companion'] as const,
  body: GatewayChat,
  failures: ['scope_denied', 'model_unavailable', 'rate_limited'],
} as const

const body = {
  intent: 'coach',
  userMessage: 'I signed up for the half marathon in May. How do I begin?',
  awaitCandidates: true,
}
const usage = { tokensIn: 812, tokensOut: 164, model: 'gpt-4.1-mini' }

export const gatewayRoutes = [
  route({
    ...shared,
    name: 'chat',
    path: '/v1/gateway/chat',
    summary: 'Run one turn with the hosted model and the user’s memory.',
    description: `${description} Unlike the stream, it honours \`Idempotency-Key\`.`,
    output: GatewayChatResponse,
    storesResponse: true,
    costly: true,
    example: {
      body,
      output: {
        reply: 'Lovely. Start with three easy runs a week, one of them along the river as you like it.',
        toneTags: ['warm', 'practical'],
        memoryCandidates: [
          {
            type: 'goal',
            scope: 'fitness',
            content: 'Signed up for a half marathon in May.',
            importance: 70,
            occurredAt: '2026-05-03T07:31:12.000Z',
            recorded: true,
            memoryId: 'mem_01kb5dd9v2000m4h2n8y7tq3wz',
          },
        ],
        usage,
      },
    },
    run: (ctx, { body }) => chat(ctx, body),
  }),
  eventRoute({
    ...shared,
    name: 'chatStream',
    path: '/v1/gateway/chat/stream',
    summary: 'Run one turn and stream it.',
    description: `${description} Frames: \`delta\` for each piece of the reply, \`done\`, then \`memory_recorded\` for each memory stored.`,
    output: ChatStreamEvent,
    example: { body, output: { type: 'delta', text: 'Lovely. ' } },
    run: (ctx, { body }) => chatStream(ctx, body),
  }),
]
