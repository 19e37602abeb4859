import { eventRoute, route } from '../../foundation/route.ts'
import { ChatStreamEvent, chat, chatStream, GatewayChat, GatewayChatResponse } from './chat.ts'

const description =
  'The model is told what the intent draws on, as far as the app may read it. What the turn brings up that is new is ' +
  'recorded where the app may write; the person can undo it. A message that was looked through within a day is not ' +
  'looked through again. 20 turns a minute for each connection.'

const shared = {
  method: 'POST',
  for: ['app'],
  tag: 'Gateway',
  scope: 'ai:host:chat` or `ai:host:companion',
  needs: () => ['ai:host:chat', 'ai:host:companion'] as const,
  body: GatewayChat,
  failures: ['scope_denied', 'model_unavailable', 'rate_limited'],
} as const

const body = { intent: 'coach', userMessage: 'I signed up for the half marathon in May. How do I begin?' }
const usage = { tokensIn: 812, tokensOut: 164, model: 'gpt-4.1-mini' }

export const gatewayRoutes = [
  route({
    ...shared,
    name: 'chat',
    path: '/v1/gateway/chat',
    summary: 'One turn with the hosted model, which is given the person’s memory.',
    description: `${description} Unlike the stream it honours \`Idempotency-Key\`.`,
    output: GatewayChatResponse,
    keepsReply: true,
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
    summary: 'The same turn, streamed as the model speaks.',
    description: `${description} Frames: \`delta\` for each piece of the reply, \`memory_recorded\` for each memory kept, \`done\`.`,
    output: ChatStreamEvent,
    example: { body, output: { type: 'delta', text: 'Lovely. ' } },
    run: (ctx, { body }) => chatStream(ctx, body),
  }),
]
