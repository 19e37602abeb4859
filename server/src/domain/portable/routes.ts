import { JSON_LINES, routesWith } from '../../foundation/route.ts'
import type { GatewayPorts } from '../gateway/model.ts'
import type { MailPorts } from '../mail/mail.ts'
import { EXAMPLE } from '../memories/memory.ts'
import { exportMemories } from './export.ts'
import { EXPORT_TYPES, ExportQuery } from './export-formats.ts'
import { FORMAT, VERSION } from './format.ts'
import { Imported, ImportQuery, importMemories } from './import.ts'
import { MemoryLines } from './lines.ts'

const { route } = routesWith<GatewayPorts & MailPorts>()

const header = { format: FORMAT, version: VERSION, exportedAt: '2026-05-03T08:00:00.000Z', count: 1 }
const LINES = `${JSON.stringify({ ...header, identity: { name: 'Ada', personality: {} } })}\n${JSON.stringify(EXAMPLE)}\n`

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
      'most 10,000 memories; 400 beyond that. The following is about the `jsonl` of the user. Rows that exist from beginning to end of the export appear exactly once; rows written, edited or deleted ' +
      'meanwhile may or may not appear. `count` is the number of memories at the beginning. An export that fails midway ' +
      'ends without its final chunk, which HTTP clients report as an error.',
    scope: 'memory:read:<scope>',
    query: ExportQuery,
    produces: JSON_LINES,
    alsoProduces: EXPORT_TYPES,
    output: MemoryLines,
    failures: ['reauthentication_required'],
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
      '100,000 messages; a message must follow its chat. At most 512 MiB, and 512 KiB a line.',
    consumes: JSON_LINES,
    query: ImportQuery,
    body: MemoryLines,
    output: Imported,
    failures: ['limit_exceeded'],
    example: { body: LINES, output: { imported: 1, skipped: 0, errors: [], errorCount: 0 } },
    run: (ctx, { body, query }) => importMemories(ctx, body, query),
  }),
]
