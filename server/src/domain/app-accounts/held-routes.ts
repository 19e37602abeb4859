import { routesWith } from '../../foundation/route.ts'
import { Done } from '../accounts/accounts.ts'
import { FindQuery, MemoryList } from '../memories/find.ts'
import { EXAMPLE } from '../memories/memory.ts'
import { Remember } from '../memories/remember.ts'
import { Remembered } from '../memories/writes.ts'
import { ClaimLink, makeClaimLink } from './claims.ts'
import { eraseHeld, findHeldMemories, HeldParams, type HeldPorts, HeldRecall, rememberHeld } from './held.ts'

const { route } = routesWith<HeldPorts>()

const USER = 'user-4711'
const audience = { for: ['client'], tag: 'Held memories', params: HeldParams } as const
const params = { externalUserId: USER }

export const heldRoutes = [
  route({
    ...audience,
    name: 'rememberHeld',
    method: 'POST',
    path: '/v1/held/:externalUserId/memories',
    summary: 'Store memories of a user who has no account yet.',
    description:
      'Authenticated with client id and secret (`Authorization: Basic`). Only this app sees them. They are erased after 90 ' +
      'days without a call for the user, and when the person claims them at consent. A held user has at most 500 memories ' +
      'and 1 MiB of content.',
    body: Remember,
    output: Remembered,
    failures: ['unknown_scope', 'limit_exceeded', 'conflict'],
    example: {
      params,
      body: { memories: [{ content: EXAMPLE.content, kind: 'preference', scope: 'fitness.trail' }] },
      output: {
        accepted: true,
        memoryIds: [EXAMPLE.id],
        results: [{ index: 0, status: 'created', id: EXAMPLE.id }],
      },
    },
    run: (ctx, { params, body }) => rememberHeld(ctx, params.externalUserId, body),
  }),
  route({
    ...audience,
    name: 'listHeld',
    method: 'GET',
    path: '/v1/held/:externalUserId/memories',
    summary: 'List or search the held memories of a user, as `GET /v1/memories`; none of an unknown user.',
    query: FindQuery,
    output: MemoryList,
    failures: ['invalid_cursor'],
    example: { params, output: { memories: [EXAMPLE], next_cursor: null } },
    run: (ctx, { params, query }) => findHeldMemories(ctx, params.externalUserId, query),
  }),
  route({
    ...audience,
    name: 'recallHeld',
    method: 'POST',
    path: '/v1/held/:externalUserId/recall',
    readOnly: true,
    summary: 'Search the held memories of a user by relevance; the body has the parameters of `GET /v1/memories`.',
    body: HeldRecall,
    output: MemoryList,
    failures: ['invalid_cursor'],
    example: {
      params,
      body: { query: 'where does she run', limit: 5 },
      output: {
        memories: [{ ...EXAMPLE, score: 0.82, match: { keyword: 0.82 } }],
        next_cursor: null,
        retrieval: 'keyword',
        relevance: 0.82,
      },
    },
    run: (ctx, { params, body }) => findHeldMemories(ctx, params.externalUserId, body),
  }),
  route({
    ...audience,
    name: 'eraseHeld',
    method: 'DELETE',
    path: '/v1/held/:externalUserId',
    summary: 'Erase all that is held for a user. Also succeeds if nothing is.',
    output: Done,
    example: { params, output: { ok: true } },
    run: (ctx, { params }) => eraseHeld(ctx, params.externalUserId),
  }),
  route({
    ...audience,
    name: 'makeClaimLink',
    method: 'POST',
    path: '/v1/held/:externalUserId/claim-link',
    summary: 'Make a ticket with which the person claims what is held for them, at consent.',
    description:
      'Add it as `claim` to the address of the consent page. It is valid once, for an hour, and replaces an earlier one. ' +
      'The person sees the texts and chooses the topics to save, which become ordinary memories; the rest is erased. The ' +
      'manifest of the app must have the write scopes for what is held.',
    output: ClaimLink,
    secret: true,
    failures: ['not_found', 'scope_denied'],
    example: { params, output: { claim: 'clm_…', expires_at: '2026-05-03T08:30:00.000Z' } },
    run: (ctx, { params }) => makeClaimLink(ctx, params.externalUserId),
  }),
]
