import { z } from 'zod'
import { PageQuery } from '../../foundation/page.ts'
import { JSON_LINES, routesWith } from '../../foundation/route.ts'
import type { MailPorts } from '../mail/mail.ts'
import { EXAMPLE } from '../memories/memory.ts'
import { exportMemories } from './export.ts'
import { EXPORT_TYPES, ExportQuery } from './export-formats.ts'
import { FORMAT, VERSION } from './format.ts'
import { Imported, ImportQuery, importMemories } from './import.ts'
import type { ImportPorts } from './import-batches.ts'
import { beginImport, ImportInput, ImportPage, ImportRecord, listImports } from './imports.ts'
import { MemoryLines } from './lines.ts'
import { READING_CALLS_PER_DAY_MAX } from './reading-calls.ts'
import type { ReadingPorts } from './reading-loop.ts'
import { ReadingInput, setReading } from './readings.ts'
import { ImportUndoResult, undoImport } from './undo-import.ts'

const { route } = routesWith<ImportPorts & MailPorts & ReadingPorts>()

const header = { format: FORMAT, version: VERSION, exportedAt: '2026-05-03T08:00:00.000Z', count: 1 }
const LINES = `${JSON.stringify({ ...header, identity: { name: 'Ada', personality: {} } })}\n${JSON.stringify(EXAMPLE)}\n`

const IMPORT: z.output<typeof ImportRecord> = {
  id: 'imp_01kb5dd9v2000m4h2n8y7tq3wz',
  label: 'ChatGPT export',
  createdAt: '2026-05-03T08:00:00.000Z',
  updatedAt: '2026-05-03T08:01:00.000Z',
  finishedAt: '2026-05-03T08:01:00.000Z',
  takenBackAt: null,
  counts: { memories: 312, updated: 4, chats: 40, messages: 1_204, candidates: 17 },
  reading: null,
}
const DIGEST = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const ImportId = z.object({ id: z.string().meta({ example: IMPORT.id }) })

export const portableRoutes = [
  route({
    name: 'exportMemories',
    method: 'GET',
    path: '/v1/export',
    for: ['app', 'user'],
    tag: 'Memories',
    summary: 'Export memories, and for the user chats, as JSON Lines or in the format of another service.',
    description:
      'Apps get the memories within their read grants. An app’s export, and one in another format than `jsonl`, holds at ' +
      'most 10,000 memories; 400 beyond that. Ten of these per minute and connection or person. The following is about the ' +
      '`jsonl` of the user. Rows that exist from beginning to end of the export appear exactly once; rows written, edited or deleted ' +
      'meanwhile may or may not appear. `count` is the number of memories at the beginning. An export that fails midway ' +
      'ends without its final chunk, which HTTP clients report as an error.',
    scope: 'memory:read:<scope>',
    query: ExportQuery,
    produces: JSON_LINES,
    alsoProduces: EXPORT_TYPES,
    output: MemoryLines,
    failures: ['reauthentication_required', 'rate_limited'],
    example: { output: LINES },
    run: (ctx, { query }) => exportMemories(ctx, query),
  }),
  route({
    name: 'importMemories',
    method: 'POST',
    path: '/v1/import',
    for: ['user'],
    tag: 'Hub',
    summary: 'Import an export, or memories written by hand, one per line.',
    description:
      'Lines whose id exists are skipped, so an interrupted import can be sent again. Ids, times and `sourceApp` are ' +
      'preserved; a line without an id of this service gets one derived from its content. Any well-formed scope is ' +
      'accepted. The identity in the header is not applied, and no webhook events are sent. Lines beyond the memory ' +
      'limit are listed as errors; 402 when that left nothing to store. Chats keep their ids, at most 1,000 chats and ' +
      '100,000 messages; a message must follow its chat. A memory of another source with an `externalId` is an entry: a ' +
      'changed text updates the memory, or waits for review if it was edited. `{ "object": "candidate", "content", ' +
      '"scope" }` is a sentence to review; `{ "object": "supersession", "earlier", "later" }`, each with `sourceApp` and ' +
      '`externalId`, says which entry replaced another. At most 512 MiB, and 512 KiB a line.',
    consumes: JSON_LINES,
    query: ImportQuery,
    body: MemoryLines,
    output: Imported,
    failures: ['limit_exceeded', 'not_found', 'conflict'],
    example: { body: LINES, output: { imported: 1, skipped: 0, errors: [], errorCount: 0 } },
    run: (ctx, { body, query }) => importMemories(ctx, body, query),
  }),
  route({
    name: 'beginImport',
    method: 'POST',
    path: '/v1/imports',
    for: ['user'],
    tag: 'Hub',
    summary: 'Begin an import of several requests, or continue the one of the same digest.',
    description: 'Its lines are sent with `POST /v1/import?import=<id>`. The 50 newest imports are listed.',
    body: ImportInput,
    output: ImportRecord,
    example: { body: { label: 'ChatGPT export', digest: DIGEST }, output: IMPORT },
    run: (ctx, { body }) => beginImport(ctx, body),
  }),
  route({
    name: 'listImports',
    method: 'GET',
    path: '/v1/imports',
    for: ['user'],
    tag: 'Hub',
    summary: 'List imports, newest first, and how much can be imported.',
    query: PageQuery,
    output: ImportPage,
    failures: ['invalid_cursor'],
    example: {
      output: {
        items: [IMPORT],
        next_cursor: null,
        capacity: {
          memories: { used: 312, limit: 500 },
          chats: { used: 40, limit: 1_000 },
          messages: { used: 1_204, limit: 100_000 },
          candidates: { used: 17, limit: 1_000 },
        },
        reader: { callsMax: 200, charsPerCall: 8_000 },
      },
    },
    run: (ctx, { query }) => listImports(ctx, query),
  }),
  route({
    name: 'undoImport',
    method: 'POST',
    path: '/v1/imports/:id/undo',
    for: ['user'],
    tag: 'Hub',
    summary: 'Take back an import.',
    description:
      'What it stored is deleted, memories move to the trash; what it changed gets its state before, as far as nothing ' +
      'else has changed it since. Accepted suggestions stay. If the call is interrupted, call it again.',
    params: ImportId,
    output: ImportUndoResult,
    failures: ['not_found', 'limit_exceeded'],
    example: {
      params: { id: IMPORT.id },
      output: { memories: 312, restored: 4, chats: 40, messages: 1_204, candidates: 17, skipped: 1 },
    },
    run: (ctx, { params }) => undoImport(ctx, params.id),
  }),
  route({
    name: 'setReading',
    method: 'POST',
    path: '/v1/imports/:id/reading',
    for: ['user'],
    tag: 'Hub',
    summary: 'Have the chat model read the chats of an import, or stop it.',
    description:
      'In the background, the newest chats first: what the person said goes to the chat model, and what it finds waits as ' +
      'candidates. Never what looks like a secret, nor chats that are not to be remembered. `reader` of the list of imports ' +
      'says how many calls that takes at most; once they are used up, call again for as many more. All imports of a person ' +
      `together take at most ${READING_CALLS_PER_DAY_MAX} calls a day.`,
    params: ImportId,
    body: ReadingInput,
    output: ImportRecord,
    failures: ['not_found', 'conflict', 'model_unavailable', 'rate_limited'],
    example: {
      params: { id: IMPORT.id },
      body: { on: true },
      output: { ...IMPORT, reading: { state: 'queued', calls: 0, callsMax: 200, found: 0 } },
    },
    run: (ctx, { params, body }) => setReading(ctx, params.id, body),
  }),
]
