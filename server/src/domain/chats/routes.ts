import { z } from 'zod'
import { PageQuery } from '../../foundation/page.ts'
import { eventRoute, route } from '../../foundation/route.ts'
import { Done } from '../accounts/accounts.ts'
import { shownCandidate } from '../candidates/routes.ts'
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
import { HubStreamEvent, MessageInput, sendMessage, streamMessage } from './talk.ts'

const shown = {
  id: shownCandidate.chatId,
  title: 'The half marathon in May',
  createdAt: '2026-05-03T07:30:00.000Z',
  updatedAt: '2026-05-03T07:31:12.000Z',
}
const asked = {
  id: 'msg_01kb5dd9v2000m4h2n8y7tq3wy',
  role: 'user' as const,
  content: 'I signed up for the half marathon in May.',
  createdAt: '2026-05-03T07:31:02.000Z',
}
const answered = {
  id: 'msg_01kb5dd9v2000m4h2n8y7tq3wz',
  role: 'assistant' as const,
  content: 'Lovely. Shall we plan the first weeks?',
  createdAt: shown.updatedAt,
  candidates: [shownCandidate],
}

const ChatId = z.object({ id: z.string().meta({ example: shown.id }) })
const params = { id: shown.id }
const audience = { for: ['user'], tag: 'Chats' } as const
const turn = {
  ...audience,
  method: 'POST',
  params: ChatId,
  body: MessageInput,
  failures: ['not_found', 'model_unavailable', 'rate_limited'],
} as const
const description =
  'The model is told of the person’s whole store and of the last messages. What the turn brings up waits among the ' +
  'candidates until the person accepts it. Both messages are kept once the reply is whole. 20 turns a minute.'

export const chatRoutes = [
  route({
    ...audience,
    name: 'listChats',
    method: 'GET',
    path: '/v1/chats',
    summary: 'The person’s chats, newest first.',
    query: PageQuery,
    output: ChatPage,
    failures: ['invalid_cursor'],
    example: { output: { items: [shown], next_cursor: null, canReply: true } },
    run: (ctx, { query }) => listChats(ctx, query),
  }),
  route({
    ...audience,
    name: 'createChat',
    method: 'POST',
    path: '/v1/chats',
    summary: 'Begin a chat; without a title it takes one from its first message.',
    body: ChatInput,
    output: Chat,
    failures: ['limit_exceeded'],
    example: { body: { title: shown.title }, output: shown },
    run: (ctx, { body }) => createChat(ctx, body),
  }),
  route({
    ...audience,
    name: 'getChat',
    method: 'GET',
    path: '/v1/chats/:id',
    summary: 'A chat with its newest messages and their candidates.',
    params: ChatId,
    query: ChatQuery,
    output: ChatWithMessages,
    failures: ['not_found', 'invalid_cursor'],
    example: { params, output: { ...shown, messages: [asked, answered], next_cursor: null, canReply: true } },
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
    example: { params, body: { title: shown.title }, output: shown },
    run: (ctx, { params, body }) => renameChat(ctx, params.id, body),
  }),
  route({
    ...audience,
    name: 'deleteChat',
    method: 'DELETE',
    path: '/v1/chats/:id',
    summary: 'Delete a chat, its messages and what still waits in it; memories that were kept stay.',
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
    summary: 'Say something and get the assistant’s message.',
    description: `${description} Unlike the stream it honours \`Idempotency-Key\`.`,
    output: ChatMessage,
    keepsReply: true,
    costly: true,
    example: { params, body: { content: asked.content }, output: answered },
    run: (ctx, { params, body }) => sendMessage(ctx, params.id, body.content),
  }),
  eventRoute({
    ...turn,
    name: 'streamMessage',
    path: '/v1/chats/:id/messages/stream',
    summary: 'The same turn, streamed as the model speaks.',
    description: `${description} Frames: \`delta\` for each piece of the reply, then \`done\` with the whole message.`,
    output: HubStreamEvent,
    example: { params, body: { content: asked.content }, output: { type: 'delta', text: 'Lovely. ' } },
    run: (ctx, { params, body }) => streamMessage(ctx, params.id, body.content),
  }),
]
