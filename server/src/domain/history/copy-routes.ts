import { PageQuery } from '../../foundation/page.ts'
import { routesWith } from '../../foundation/route.ts'
import { Done } from '../accounts/accounts.ts'
import { EXAMPLE } from '../memories/memory.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { Copies, CopyPage, keepCopies, listCopies } from './copies.ts'
import { Merge, Merged, mergeMemories, RevertMerge, revertMerge } from './merge.ts'
import { RevertResult } from './undo.ts'

const { route } = routesWith<MemoryPorts>()

const COPY_ID = 'mem_01kb5dd9v2000m4h2n8y7tq3x0'
const ids = [COPY_ID, EXAMPLE.id]
const MERGE = 'mrg_01kb5dg0000000c4n1x9m7t2qak47hx2m9w7tq3c'

/** Near copies of memories, and what the user decides about them. */
export const copyRoutes = [
  route({
    name: 'listNearCopies',
    method: 'GET',
    path: '/v1/memories/copies',
    for: ['user'],
    tag: 'Hub',
    summary: 'List near copies among the current memories, for the user to decide.',
    description:
      'Memories of one scope that state the same in nearly the same words. Texts that differ in numbers, dates or negations ' +
      'are no copies. Merge them, or answer that all are to stay. A page can be short or empty while `next_cursor` is not ' +
      'null, because each call compares a limited number of memories.',
    query: PageQuery,
    output: CopyPage,
    failures: ['invalid_cursor'],
    example: {
      output: {
        items: [{ memories: [{ ...EXAMPLE, id: COPY_ID, content: 'Runs along the river on Tuesdays.' }, EXAMPLE] }],
        next_cursor: null,
      },
    },
    run: (ctx, { query }) => listCopies(ctx, query),
  }),
  route({
    name: 'keepNearCopies',
    method: 'POST',
    path: '/v1/memories/copies/keep',
    for: ['user'],
    tag: 'Hub',
    summary: 'Answer that memories are no copies of one another: all of them stay.',
    description: 'They are not listed together again. Repeating the call changes nothing.',
    body: Copies,
    output: Done,
    failures: ['conflict'],
    example: { body: { ids }, output: { ok: true } },
    run: (ctx, { body }) => keepCopies(ctx, body),
  }),
  route({
    name: 'mergeMemories',
    method: 'POST',
    path: '/v1/memories/merge',
    for: ['user'],
    tag: 'Hub',
    summary: 'Merge copies: one memory stays and stands for the others.',
    description:
      'The others are superseded by it and keep their content and history. Nothing is deleted. `revertMerge` takes it back. ' +
      '`conflict` if another memory has superseded one, and if the one that stays is of a muted app and others are not.',
    body: Merge,
    output: Merged,
    failures: ['conflict'],
    example: {
      body: { ids, keep: EXAMPLE.id },
      output: { memory: { ...EXAMPLE, supersedes: [COPY_ID] }, merged: 1, merge: MERGE },
    },
    run: (ctx, { body }) => mergeMemories(ctx, body),
  }),
  route({
    name: 'revertMerge',
    method: 'POST',
    path: '/v1/memories/merge/revert',
    for: ['user'],
    tag: 'Hub',
    summary: 'Revert a merge of copies.',
    description: 'Each memory gets the state it had before the merge, unless it has changed since.',
    body: RevertMerge,
    output: RevertResult,
    failures: ['not_found', 'limit_exceeded'],
    example: { body: { merge: MERGE }, output: { reverted: 1, skipped: 0 } },
    run: (ctx, { body }) => revertMerge(ctx, body),
  }),
]
