import { z } from 'zod'
import { PageQuery } from '../../foundation/page.ts'
import { routesWith } from '../../foundation/route.ts'
import { EditedMemory, EXAMPLE } from './memory.ts'
import type { MemoryPorts } from './ports.ts'
import { listQuestions, QuestionPage } from './questions.ts'
import { Reinstate, reinstateMemory, Supersede, supersedeMemory } from './supersede.ts'

const { route } = routesWith<MemoryPorts>()

const MemoryId = z.object({ id: z.string().meta({ example: EXAMPLE.id }) })
const SUCCESSOR_ID = 'mem_01kb5dd9v2000m4h2n8y7tq3x0'
const changed = {
  for: ['app', 'user'],
  tag: 'Memories',
  scope: 'memory:write:<scope>',
  params: MemoryId,
  output: EditedMemory,
} as const

/** Which memories are current: superseding, and taking it back. */
export const validityRoutes = [
  route({
    ...changed,
    name: 'supersedeMemory',
    method: 'POST',
    path: '/v1/memories/:id/supersede',
    summary: 'End a memory because another replaces it.',
    description:
      'Its `validUntil` becomes the `validFrom` of the other, and it is left out of what is current. Nothing is deleted. ' +
      'Needs write on its scope. Repeating the call changes nothing, nor does one for a memory that the app may not read and ' +
      'another has superseded. Name the revisions that the user was shown: otherwise, ' +
      'what an app has reworded replaces nothing of the user that health or safety depends on, unless it is in question. `conflict` ' +
      'if another memory has superseded it (`details.cause` is `superseded`), if one has changed since it was shown (`changed`), ' +
      'and if the other is of a muted app, so that no app but that would see either (`source_muted`).',
    body: Supersede,
    failures: ['scope_denied', 'not_found', 'forbidden', 'conflict'],
    example: {
      params: { id: EXAMPLE.id },
      body: { by: SUCCESSOR_ID },
      output: {
        ...EXAMPLE,
        ...{ supersededBy: SUCCESSOR_ID, validUntil: '2026-06-01T08:00:00.000Z', revision: 2 },
        editedBy: { actor: 'app', app: 'trail-coach' },
      },
    },
    run: (ctx, { params, body }) => supersedeMemory(ctx, params.id, body),
  }),
  route({
    ...changed,
    name: 'reinstateMemory',
    method: 'POST',
    path: '/v1/memories/:id/reinstate',
    summary: 'Take back that a memory was superseded: both it and its successor are true.',
    description:
      'Also answers no for a memory that may have been superseded (`maybeSupersededBy`). The service does not supersede ' +
      'it by that memory again. A memory that is neither stays as it is. Where health or safety depends on it, only the ' +
      'user answers: the call of an app leaves the question. A muted app reinstates only what it alone has written. ' +
      '`conflict` if one has changed since it was shown (`details.cause` is `changed`), and if `by` is not its successor ' +
      '(`not_in_question`).',
    body: Reinstate,
    failures: ['scope_denied', 'not_found', 'forbidden', 'conflict'],
    example: { params: { id: EXAMPLE.id }, body: {}, output: { ...EXAMPLE, revision: 3 } },
    run: (ctx, { params, body }) => reinstateMemory(ctx, params.id, body),
  }),
  route({
    name: 'listSupersedingQuestions',
    method: 'GET',
    path: '/v1/memories/questions',
    for: ['user'],
    tag: 'Hub',
    summary: 'List memories that others have probably superseded, for the user to decide.',
    description:
      'Answer with supersede to replace the older one, or with reinstate if both are true. Until then it is listed below ' +
      'its successor and left out of context bundles and briefs, unless health or safety depends on it.',
    query: PageQuery,
    output: QuestionPage,
    failures: ['invalid_cursor'],
    example: {
      output: {
        items: [
          {
            memory: { ...EXAMPLE, maybeSupersededBy: SUCCESSOR_ID },
            successor: { ...EXAMPLE, id: SUCCESSOR_ID, content: 'Runs along the river every Thursday.' },
          },
        ],
        next_cursor: null,
      },
    },
    run: (ctx, { query }) => listQuestions(ctx, query),
  }),
]
