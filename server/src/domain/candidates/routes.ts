import { z } from 'zod'
import { route } from '../../foundation/route.ts'
import {
  Acceptance,
  acceptCandidate,
  CandidateQuery,
  declineCandidate,
  listCandidates,
  ReviewedCandidate,
} from './review.ts'

export const shownCandidate = {
  id: 'cnd_01kb5dd9v2000m4h2n8y7tq3wz',
  status: 'pending' as const,
  app: null,
  chatId: 'cht_01kb5dd9v2000m4h2n8y7tq3wz',
  candidate: { type: 'goal', scope: 'fitness', content: 'Signed up for a half marathon in May.', importance: 70 },
  memoryId: null,
  at: '2026-05-03T07:31:12.000Z',
}

const CandidateId = z.object({ id: z.string().meta({ example: shownCandidate.id }) })
const audience = { for: ['user'], tag: 'Hub' } as const

export const candidateRoutes = [
  route({
    ...audience,
    name: 'listCandidates',
    method: 'GET',
    path: '/v1/candidates',
    summary: 'What models proposed to remember, by whom, and what became of it; newest first.',
    description: 'What was kept is shown as the memory stands by now, and is no longer listed once the memory is gone.',
    query: CandidateQuery,
    output: z
      .object({ items: z.array(ReviewedCandidate), next_cursor: z.string().nullable() })
      .meta({ id: 'CandidatePage' }),
    failures: ['invalid_cursor'],
    example: { output: { items: [shownCandidate], next_cursor: null } },
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
      params: { id: shownCandidate.id },
      body: { content: shownCandidate.candidate.content },
      output: { ...shownCandidate, status: 'accepted', memoryId: 'mem_01kb5dd9v2000m4h2n8y7tq3wz' },
    },
    run: (ctx, { params, body }) => acceptCandidate(ctx, params.id, body),
  }),
  route({
    ...audience,
    name: 'declineCandidate',
    method: 'POST',
    path: '/v1/candidates/:id/decline',
    summary: 'Decline a candidate; if it was kept, forget its memory.',
    params: CandidateId,
    output: ReviewedCandidate,
    failures: ['not_found'],
    example: { params: { id: shownCandidate.id }, output: { ...shownCandidate, status: 'declined', candidate: null } },
    run: (ctx, { params }) => declineCandidate(ctx, params.id),
  }),
]
