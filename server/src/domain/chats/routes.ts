import { z } from 'zod'
import { PageQuery } from '../../foundation/page.ts'
import { routesWith } from '../../foundation/route.ts'
import { Done } from '../accounts/accounts.ts'
import { EXAMPLE_CANDIDATE } from '../candidates/routes.ts'
import type { GatewayPorts } from '../gateway/model.ts'
import {
  Chat,
  ChatInput,
  ChatMessage,
  ChatPage,
  ChatPatch,
  ChatQuery,
  ChatWithMessages,
  createChat,
  deleteChat,
  listChats,
  readChat,
  renameChat,
} from './chats.ts'
import { HubStreamEvent, MessageInput, sendMessage, streamMessage } from './turn.ts'

const { eventRoute, route } = routesWith<GatewayPorts>()

const example = {
  id: EXAMPLE_CANDIDATE.chatId,
  title: 'The half marathon in May',
  app: null,
  extraction: null,
  createdAt: '2026-05-03T07:30:00.000Z',
  updatedAt: '2026-05-03T07:31:12.000Z',
}
const question = {
  id: 'msg_01kb5dd9v2000m4h2n8y7tq3wy',
  role: 'user' as const,
  content: 'I signed up for the half marathon in May.',
  createdAt: '2026-05-03T07:31:02.000Z',
}
const reply = {
  id: 'msg_01kb5dd9v2000m4h2n8y7tq3wz',
  role: 'assistant' as const,
  content: 'Lovely. Shall we plan the first weeks?',
  createdAt: example.updatedAt,
  candidates: [EXAMPLE_CANDIDATE],
}

const ChatId = z.object({ id: z.string().meta({ example: example.id }) })
const params = { id: example.id }
const audience = { for: ['user'], tag: 'Chats' } as const
const turn = {
  ...audience,
  method: 'POST',
  params: ChatId,
  body: MessageInput,
  failures: ['not_found', 'conflict', 'limit_exceeded', 'model_unavailable', 'rate_limited'],
} as const
const description =
  'The model gets context from the user’s whole store and the last messages. Both messages are stored once the reply ' +
  'is complete. After that, new facts in the user’s message become pending candidates that the user may accept. 20 ' +
  'turns per minute.'

export const chatRoutes = [
  route({
    ...audience,
    name: 'listChats',
    method: 'GET',
    path: '/v1/chats',
    summary: 'List the user’s chats, newest first.',
    query: PageQuery,
    output: ChatPage,
    failures: ['invalid_cursor'],
    example: { output: { items: [example], next_cursor: null, canReply: true } },
    run: (ctx, { query }) => listChats(ctx, query),
  }),
  route({
    ...audience,
    name: 'createChat',
    method: 'POST',
    path: '/v1/chats',
    summary: 'Create a chat; without a title it gets one from its first message.',
    body: ChatInput,
    output: Chat,
    failures: ['limit_exceeded'],
    example: { body: { title: example.title }, output: example },
    run: (ctx, { body }) => createChat(ctx, body),
  }),
  route({
    ...audience,
    name: 'getChat',
    method: 'GET',
    path: '/v1/chats/:id',
    summary: 'Get a chat with its newest messages and their candidates.',
    params: ChatId,
    query: ChatQuery,
    output: ChatWithMessages,
    failures: ['not_found', 'invalid_cursor'],
    example: { params, output: { ...example, messages: [question, reply], next_cursor: null, canReply: true } },
    run: (ctx, { params, query }) => readChat(ctx, params.id, query),
  }),
  route({
    ...audience,
    name: 'renameChat',
    method: 'PATCH',
    path: '/v1/chats/:id',
    summary: 'Rename a chat.',
    params: ChatId,
    body: ChatPatch,
    output: Chat,
    failures: ['not_found'],
    example: { params, body: { title: example.title }, output: example },
    run: (ctx, { params, body }) => renameChat(ctx, params.id, body),
  }),
  route({
    ...audience,
    name: 'deleteChat',
    method: 'DELETE',
    path: '/v1/chats/:id',
    summary: 'Delete a chat, its messages and its pending candidates; accepted memories stay.',
    params: ChatId,
    output: Done,
    failures: ['not_found'],
    example: { params, output: { ok: true } },
    run: (ctx, { params }) => deleteChat(ctx, params.id),
  }),
  route({
    ...turn,
    name: 'sendMessage',
    path: '/v1/chats/:id/messages',
    summary: 'Send a message and get the reply of the assistant.',
    description: `${description} Unlike the stream, it honours \`Idempotency-Key\`.`,
    output: ChatMessage,
    storesResponse: true,
    costly: true,
    example: { params, body: { content: question.content }, output: reply },
    run: (ctx, { params, body }) => sendMessage(ctx, params.id, body.content),
  }),
  eventRoute({
    ...turn,
    name: 'streamMessage',
    path: '/v1/chats/:id/messages/stream',
    summary: 'Send a message and stream the reply.',
    description: `${description} Frames: \`delta\` for each piece of the reply, \`done\` with the complete message, then \`candidates\` if there are any.`,
    output: HubStreamEvent,
    example: { params, body: { content: question.content }, output: { type: 'delta', text: 'Lovely. ' } },
    run: (ctx, { params, body }) => streamMessage(ctx, params.id, body.content),
  }),
]
