import { routesWith } from '../../foundation/route.ts'
import type { GatewayPorts } from '../gateway/model.ts'
import type { ExtractionPorts } from './extractions.ts'
import {
  ConversationOfApp,
  deleteTurns,
  listTurns,
  recordTurns,
  TurnPage,
  Turns,
  TurnsAccepted,
  TurnsDeleted,
  TurnsQuery,
} from './turns.ts'

const { route } = routesWith<GatewayPorts & ExtractionPorts>()

const audience = { for: ['app'], tag: 'Memories', path: '/v1/turns' } as const
const said = 'I signed up for the half marathon in May.'

export const turnRoutes = [
  route({
    ...audience,
    name: 'recordTurns',
    method: 'POST',
    summary: 'Send messages of a conversation as they are; the service extracts memories from them.',
    description:
      'With a chat model, memories are extracted in the background from what the person said, as after a turn of the ' +
      'gateway, in scopes that the app may write; then the messages are deleted. Without one, or if five attempts fail, the ' +
      'messages stay as a transcript that the app can list and search, and the person sees and can delete it among ' +
      'their chats. With a chat model, 20 requests per minute and connection, which count like turns of the gateway.',
    scope: 'memory:write:<scope>',
    body: Turns,
    output: TurnsAccepted,
    failures: ['scope_denied', 'unknown_scope', 'conflict', 'limit_exceeded', 'rate_limited'],
    storesResponse: true,
    acknowledges: true,
    example: {
      body: {
        messages: [
          { role: 'user', content: said },
          { role: 'assistant', content: 'Lovely. Shall we plan the first weeks?' },
        ],
        conversationId: 'thread-42',
        scope: 'fitness',
      },
      output: {
        accepted: true,
        conversationId: 'thread-42',
        extraction: 'queued',
        results: [
          { index: 0, status: 'accepted' },
          { index: 1, status: 'accepted' },
        ],
      },
    },
    run: (ctx, { body }) => recordTurns(ctx, body),
  }),
  route({
    ...audience,
    name: 'listTurns',
    method: 'GET',
    summary: 'List the messages of the app’s own transcripts, newest first, or search them with `query`.',
    description: 'Only conversations that this app sent, in scopes that it may read.',
    scope: 'memory:read:<scope>',
    query: TurnsQuery,
    output: TurnPage,
    failures: ['scope_denied', 'invalid_cursor'],
    example: {
      query: { query: 'half marathon' },
      output: {
        items: [
          {
            id: 'msg_01kb5dd9v2000m4h2n8y7tq3wy',
            conversationId: 'thread-42',
            scope: 'fitness',
            role: 'user',
            content: said,
            createdAt: '2026-05-03T07:31:02.000Z',
            extraction: null,
          },
        ],
        next_cursor: null,
      },
    },
    run: (ctx, { query }) => listTurns(ctx, query),
  }),
  route({
    ...audience,
    name: 'deleteTurns',
    method: 'DELETE',
    summary: 'Delete the transcript of a conversation that the app sent; memories extracted from it stay.',
    scope: 'memory:write:<scope>',
    query: ConversationOfApp,
    output: TurnsDeleted,
    failures: ['scope_denied'],
    example: { query: { conversationId: 'thread-42' }, output: { deleted: true } },
    run: (ctx, { query }) => deleteTurns(ctx, query),
  }),
]
