import { z } from 'zod'
import { routesWith } from '../../foundation/route.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { Decided, Decision, decideCandidates } from './decide.ts'
import {
  Acceptance,
  acceptCandidate,
  CandidateQuery,
  declineCandidate,
  listCandidates,
  ReviewedCandidate,
} from './review.ts'
import { countWaiting, Waiting } from './waiting.ts'

const { route } = routesWith<MemoryPorts>()

export const EXAMPLE_CANDIDATE = {
  id: 'cnd_01kb5dd9v2000m4h2n8y7tq3wz',
  status: 'pending' as const,
  app: null,
  chatId: 'cht_01kb5dd9v2000m4h2n8y7tq3wz',
  source: null,
  replaces: null,
  candidate: {
    type: 'goal',
    scope: 'fitness',
    content: 'Signed up for a half marathon in May.',
    importance: 70,
    occurredAt: '2026-05-03T07:31:12.000Z',
  },
  memoryId: null,
  at: '2026-05-03T07:31:12.000Z',
}

const CandidateId = z.object({ id: z.string().meta({ example: EXAMPLE_CANDIDATE.id }) })
const audience = { for: ['user'], tag: 'Hub' } as const

export const candidateRoutes = [
  route({
    ...audience,
    name: 'listCandidates',
    method: 'GET',
    path: '/v1/candidates',
    summary: 'List the memories that models proposed, and their status, newest first.',
    description:
      'A candidate that became a memory is shown with later edits, and is no longer listed once the memory is deleted.',
    query: CandidateQuery,
    output: z
      .object({ items: z.array(ReviewedCandidate), next_cursor: z.string().nullable() })
      .meta({ id: 'CandidatePage' }),
    failures: ['invalid_cursor'],
    example: { output: { items: [EXAMPLE_CANDIDATE], next_cursor: null } },
    run: (ctx, { query }) => listCandidates(ctx, query),
  }),
  route({
    ...audience,
    name: 'acceptCandidate',
    method: 'POST',
    path: '/v1/candidates/:id/accept',
    summary: 'Accept a candidate as a memory, as proposed or with edits.',
    params: CandidateId,
    body: Acceptance,
    output: ReviewedCandidate,
    failures: ['not_found', 'conflict', 'limit_exceeded', 'unknown_scope'],
    example: {
      params: { id: EXAMPLE_CANDIDATE.id },
      body: { content: EXAMPLE_CANDIDATE.candidate.content },
      output: { ...EXAMPLE_CANDIDATE, status: 'accepted', memoryId: 'mem_01kb5dd9v2000m4h2n8y7tq3wz' },
    },
    run: (ctx, { params, body }) => acceptCandidate(ctx, params.id, body),
  }),
  route({
    ...audience,
    name: 'declineCandidate',
    method: 'POST',
    path: '/v1/candidates/:id/decline',
    summary: 'Decline a candidate; if it became a memory, delete the memory.',
    description:
      'If it replaced the text of a memory, the earlier text comes back, unless the memory has changed since.',
    params: CandidateId,
    output: ReviewedCandidate,
    failures: ['not_found'],
    example: {
      params: { id: EXAMPLE_CANDIDATE.id },
      output: { ...EXAMPLE_CANDIDATE, status: 'declined', candidate: null },
    },
    run: (ctx, { params }) => declineCandidate(ctx, params.id),
  }),
  route({
    ...audience,
    name: 'decideCandidates',
    method: 'POST',
    path: '/v1/candidates/decide',
    summary: 'Accept, decline or reopen up to 100 candidates.',
    description: 'All to which the decision applies, or none. The same call again changes nothing.',
    body: Decision,
    output: Decided,
    failures: ['limit_exceeded'],
    example: {
      body: { decision: 'accept', ids: [EXAMPLE_CANDIDATE.id] },
      output: { changed: [EXAMPLE_CANDIDATE.id], unchanged: [], missing: [] },
    },
    run: (ctx, { body }) => decideCandidates(ctx, body),
  }),
  route({
    ...audience,
    name: 'countWaitingDecisions',
    method: 'GET',
    path: '/v1/review/waiting',
    summary: 'Count the decisions that wait for the user.',
    description:
      'Those that `listCandidates` with `status=pending`, `listSupersedingQuestions` and `listAppChanges` list.',
    output: Waiting,
    example: { output: { count: 3, has_more: false } },
    run: (ctx) => countWaiting(ctx),
  }),
]
