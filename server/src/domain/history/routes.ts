import { z } from 'zod'
import { routesWith } from '../../foundation/route.ts'
import { EditedMemory, EXAMPLE } from '../memories/memory.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { History, HistoryQuery, listHistory } from './history.ts'
import { Restore, restoreMemory } from './restore.ts'
import { listTrash, Trash } from './trash.ts'
import { Revert, RevertResult, revertUndo, type TranscriptUndo, Undo, UndoResult, undoApp } from './undo.ts'

const { route } = routesWith<MemoryPorts>()

const MemoryId = z.object({ id: z.string().meta({ example: EXAMPLE.id }) })
const CONNECTION = 'con_01kb5dd9v2000m4h2n8y7tq3wz'
const UNDO = 'und_01kb5dd9v2000m4h2n8y7tq3wzk47hx2m9w7tq3c'
const ConnectionId = z.object({ id: z.string().meta({ example: CONNECTION }) })
const AT = '2026-05-03T07:31:12.000Z'

/** The routes of histories and of undo, which takes back `transcripts` as well. */
export const historyRoutes = (transcripts: TranscriptUndo) => [
  route({
    name: 'listHistory',
    method: 'GET',
    path: '/v1/memories/:id/history',
    for: ['app', 'user'],
    tag: 'Memories',
    summary: 'List the states of a memory, the newest first.',
    description:
      'Every change keeps the state before it, up to 100 of them. Each state is listed only to callers that may read the ' +
      'scope it had. For apps, a deleted memory has no history.',
    scope: 'memory:read:<scope>',
    params: MemoryId,
    query: HistoryQuery,
    output: History,
    failures: ['scope_denied', 'not_found', 'invalid_cursor'],
    example: {
      params: { id: EXAMPLE.id },
      output: {
        items: [{ revision: 1, at: AT, change: 'created', actor: 'app', app: 'trail-coach', memory: EXAMPLE }],
        next_cursor: null,
      },
    },
    run: (ctx, { params, query }) => listHistory(ctx, params.id, query),
  }),
  route({
    name: 'restoreMemory',
    method: 'POST',
    path: '/v1/memories/:id/restore',
    for: ['app', 'user'],
    tag: 'Memories',
    summary: 'Restore an earlier state of a memory, as a new revision.',
    description:
      'Needs write on the scope of the memory and on that of the state, and read of the state. The person can also ' +
      'restore a memory from the trash; without `revision`, it gets the state it was deleted in. `expiresAt` stays as it is.',
    scope: 'memory:write:<scope>',
    params: MemoryId,
    body: Restore,
    output: EditedMemory,
    failures: ['scope_denied', 'not_found', 'forbidden', 'limit_exceeded'],
    example: {
      params: { id: EXAMPLE.id },
      body: { revision: 1 },
      output: { ...EXAMPLE, revision: 3, editedBy: { actor: 'user', app: null } },
    },
    run: (ctx, { params, body }) => restoreMemory(ctx, params.id, body),
  }),
  route({
    name: 'undoApp',
    method: 'POST',
    path: '/v1/connections/:id/undo',
    for: ['user'],
    tag: 'Hub',
    summary: 'Take back what an app did since a time.',
    description:
      'What it wrote moves to the trash, what it changed, superseded or deleted gets back the state before, as far as ' +
      'nobody else changed it afterwards. Messages of conversations that it sent are deleted. The connection may have ended. With `preview`, the answer says what would be ' +
      'done. If the call is interrupted, some memories may be done; call it again.',
    params: ConnectionId,
    body: Undo,
    output: UndoResult,
    failures: ['not_found', 'limit_exceeded'],
    example: {
      params: { id: CONNECTION },
      body: { since: '2026-05-01T00:00:00.000Z' },
      output: { created: 12, edited: 3, deleted: 1, skipped: 2, messages: 40, undo: UNDO },
    },
    run: (ctx, { params, body }) => undoApp(ctx, params.id, body, transcripts),
  }),
  route({
    name: 'revertUndo',
    method: 'POST',
    path: '/v1/connections/:id/undo/revert',
    for: ['user'],
    tag: 'Hub',
    summary: 'Revert an undo of what an app did.',
    description:
      'Each memory gets the state it had before the undo, unless it has changed since, and messages are put back, for as ' +
      'many days as the trash keeps memories.',
    params: ConnectionId,
    body: Revert,
    output: RevertResult,
    failures: ['not_found', 'limit_exceeded'],
    example: { params: { id: CONNECTION }, body: { undo: UNDO }, output: { reverted: 16, skipped: 0, messages: 40 } },
    run: (ctx, { params, body }) => revertUndo(ctx, params.id, body, transcripts),
  }),
  route({
    name: 'listTrash',
    method: 'GET',
    path: '/v1/memories/trash',
    for: ['user'],
    tag: 'Hub',
    summary: 'List deleted memories, last deleted first.',
    description:
      'They can be restored for as many days as `GET /v1/retention` says (30 by default), and are then erased. `DELETE …?erase=true` erases one at once.',
    query: HistoryQuery,
    output: Trash,
    failures: ['invalid_cursor'],
    example: {
      output: {
        items: [
          {
            at: AT,
            actor: 'app',
            app: 'trail-coach',
            eraseAt: '2026-06-02T07:31:12.000Z',
            memory: { ...EXAMPLE, revision: 2 },
          },
        ],
        next_cursor: null,
      },
    },
    run: (ctx, { query }) => listTrash(ctx, query),
  }),
]
