import { z } from 'zod'
import { routesWith } from '../../foundation/route.ts'
import { Done } from '../accounts/accounts.ts'
import { AUDIT_EXAMPLE } from '../audit/routes.ts'
import { Access, readAccess } from './access.ts'
import { editMemory } from './edit.ts'
import { FindQuery, findMemories, GetQuery, getMemory, listScopes, MemoryList, ScopeList } from './find.ts'
import { Forget, ForgetQuery, Forgotten, forgetMemories, forgetMemory } from './forget.ts'
import { EditedMemory, EXAMPLE, Memory, MemoryPatch } from './memory.ts'
import type { MemoryPorts } from './ports.ts'
import { MemoryReads, ReadMemories, readMemoriesOf, readReads } from './reads.ts'
import { Remember, remember } from './remember.ts'
import { Overview, readOverview, readTimeline, Timeline, TimelineQuery } from './timeline.ts'
import { forgetTool, listScopesTool, recallTool, rememberTool, updateMemoryTool } from './tools.ts'
import { Remembered } from './writes.ts'

const { route } = routesWith<MemoryPorts>()

const MemoryId = z.object({ id: z.string().meta({ example: EXAMPLE.id }) })
const EntryId = z.object({ id: z.string().meta({ description: 'Id of an audit entry.' }) })

export const memoryRoutes = [
  route({
    name: 'remember',
    acknowledges: true,
    method: 'POST',
    path: '/v1/memories',
    for: ['app', 'user'],
    tag: 'Memories',
    summary: 'Store memories. Those outside the write grants are dropped, which `results` says.',
    description:
      'A memory with an `externalId` that the caller has used before is updated. Memories that a new one names in ' +
      '`supersedes`, or that it certainly replaces (a new address, a cancelled appointment), are superseded: they are no ' +
      'longer current, and nothing is deleted.',
    scope: 'memory:write:<scope>',
    body: Remember,
    output: Remembered,
    failures: ['scope_denied', 'forbidden', 'unknown_scope', 'limit_exceeded', 'conflict', 'reauthentication_required'],
    storesResponse: true,
    example: {
      body: { memories: [{ content: EXAMPLE.content, kind: 'preference', scope: 'fitness.trail' }] },
      output: {
        accepted: true,
        memoryIds: [EXAMPLE.id],
        results: [{ index: 0, status: 'created', id: EXAMPLE.id }],
      },
    },
    tool: rememberTool,
    run: (ctx, { body }) => remember(ctx, body),
  }),
  route({
    name: 'findMemories',
    method: 'GET',
    path: '/v1/memories',
    for: ['app', 'user'],
    tag: 'Memories',
    summary: 'List memories, newest first, or with `query` search them by relevance.',
    description:
      'Only memories within the read grants are listed. The pages of a search end after 200 results. All filters must ' +
      'match; a filter that few memories match may read the whole store for one page. With `query`, filters apply ' +
      'to the 200 best results.',
    scope: 'memory:read:<scope>',
    query: FindQuery,
    output: MemoryList,
    failures: ['scope_denied', 'invalid_cursor'],
    example: {
      query: { query: 'where does she run', limit: 5 },
      output: {
        memories: [{ ...EXAMPLE, score: 0.82, match: { keyword: 0.82 } }],
        next_cursor: null,
        retrieval: 'keyword',
      },
    },
    tool: recallTool,
    run: (ctx, { query }) => findMemories(ctx, query),
  }),
  route({
    name: 'getMemory',
    method: 'GET',
    path: '/v1/memories/:id',
    for: ['app', 'user'],
    tag: 'Memories',
    summary: 'Get one memory.',
    scope: 'memory:read:<scope>',
    params: MemoryId,
    query: GetQuery,
    output: Memory,
    failures: ['scope_denied', 'not_found'],
    example: { params: { id: EXAMPLE.id }, output: EXAMPLE },
    run: (ctx, { params, query }) => getMemory(ctx, params.id, query),
  }),
  route({
    name: 'editMemory',
    method: 'PATCH',
    path: '/v1/memories/:id',
    for: ['app', 'user'],
    tag: 'Memories',
    summary: 'Change content, importance, confidence, pin, type, time or scope; omitted fields stay unchanged.',
    description:
      'Moving a memory needs write on both scopes. An app that may write the scope but not read it gets back only ' +
      'the fields it sent.',
    scope: 'memory:write:<scope>',
    params: MemoryId,
    body: MemoryPatch,
    output: EditedMemory,
    failures: ['scope_denied', 'not_found', 'forbidden', 'unknown_scope', 'reauthentication_required'],
    example: { params: { id: EXAMPLE.id }, body: { pinned: true }, output: { ...EXAMPLE, pinned: true } },
    tool: updateMemoryTool,
    run: (ctx, { params, body }) => editMemory(ctx, params.id, body),
  }),
  route({
    name: 'forgetMemory',
    method: 'DELETE',
    path: '/v1/memories/:id',
    for: ['app', 'user'],
    tag: 'Memories',
    summary: 'Delete a memory.',
    description:
      'It is hidden from all apps at once, and stays in the trash of the person, by default for 30 days. With `erase=true`, the ' +
      'person erases a memory with its history, also from the trash, which needs a sign-in or confirmation of the last 15 minutes.',
    scope: 'memory:write:<scope>',
    params: MemoryId,
    query: ForgetQuery,
    output: Done,
    failures: ['scope_denied', 'not_found', 'forbidden', 'reauthentication_required'],
    example: { params: { id: EXAMPLE.id }, output: { ok: true } },
    tool: forgetTool,
    run: (ctx, { params, query }) => forgetMemory(ctx, params.id, query),
  }),
  route({
    name: 'forgetMemories',
    method: 'POST',
    path: '/v1/memories/delete',
    for: ['app', 'user'],
    tag: 'Memories',
    summary: 'Delete up to 100 memories.',
    description:
      'They move to the trash of the person. Deletes all that exist, or none: if one is outside the write grants, ' +
      'nothing is deleted.',
    scope: 'memory:write:<scope>',
    body: Forget,
    output: Forgotten,
    failures: ['scope_denied', 'forbidden'],
    example: { body: { ids: [EXAMPLE.id] }, output: { deleted: [EXAMPLE.id], missing: [] } },
    run: (ctx, { body }) => forgetMemories(ctx, body),
  }),
  route({
    name: 'readAccess',
    method: 'GET',
    path: '/v1/memories/:id/access',
    for: ['user'],
    tag: 'Hub',
    summary: 'List the connected apps that may read or write a memory.',
    params: MemoryId,
    output: Access,
    failures: ['not_found'],
    example: {
      params: { id: EXAMPLE.id },
      output: {
        apps: [
          {
            connectionId: 'con_01kb5dd9v2000m4h2n8y7tq3wz',
            app: { name: 'Trail Coach', slug: 'trail-coach', iconUrl: null },
            read: true,
            write: false,
          },
        ],
      },
    },
    run: (ctx, { params }) => readAccess(ctx, params.id),
  }),
  route({
    name: 'listScopes',
    method: 'GET',
    path: '/v1/scopes',
    for: ['app', 'user'],
    tag: 'Discovery',
    summary:
      'List the scopes that contain memories, within the read grants of an app, and what the caller may read and write.',
    output: ScopeList,
    example: {
      output: {
        scopes: [{ scope: 'fitness.trail', count: 12, standard: true }],
        readable: ['fitness.*'],
        writable: ['fitness.trail'],
      },
    },
    tool: listScopesTool,
    run: (ctx) => listScopes(ctx),
  }),
  route({
    name: 'readOverview',
    method: 'GET',
    path: '/v1/overview',
    for: ['user'],
    tag: 'Hub',
    summary: 'Count the memories by the month in which they happened and by topic.',
    output: Overview,
    example: {
      output: { months: [{ month: '2026-11', topics: [{ topic: 'fitness', count: 12 }] }], sensitive: [] },
    },
    run: (ctx) => readOverview(ctx),
  }),
  route({
    name: 'readReads',
    method: 'GET',
    path: '/v1/memories/:id/reads',
    for: ['user'],
    tag: 'Hub',
    summary: 'List the newest reads that gave a memory to an app.',
    description:
      'Looks through your newest 10,000 reads. Of a read of more than 100 memories, such as an export, the first 100 are known.',
    params: MemoryId,
    output: MemoryReads,
    failures: ['not_found'],
    example: { params: { id: EXAMPLE.id }, output: { items: AUDIT_EXAMPLE.items } },
    run: (ctx, { params }) => readReads(ctx, params.id),
  }),
  route({
    name: 'readMemoriesOf',
    method: 'GET',
    path: '/v1/audit/:id/memories',
    for: ['user'],
    tag: 'Hub',
    summary:
      'List the memories that an app was given by a read or that a write added, or the one that an audit entry is about.',
    params: EntryId,
    output: ReadMemories,
    failures: ['not_found'],
    example: { params: { id: 'aud_01kb5dd9v2000m4h2n8y7tq3wz' }, output: { memories: [EXAMPLE], gone: 0 } },
    run: (ctx, { params }) => readMemoriesOf(ctx, params.id),
  }),
  route({
    name: 'readTimeline',
    method: 'GET',
    path: '/v1/timeline',
    for: ['user'],
    tag: 'Hub',
    summary: 'List the months in which something happened, the newest first, with their most important memories.',
    description: 'What was superseded or is no longer true is among them, with its `validUntil`.',
    query: TimelineQuery,
    output: Timeline,
    failures: ['invalid_cursor'],
    example: {
      query: { limit: 12 },
      output: { items: [{ month: '2026-10', count: 12, memories: [EXAMPLE] }], next_cursor: null },
    },
    run: (ctx, { query }) => readTimeline(ctx, query),
  }),
]
