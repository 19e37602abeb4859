import { JSON_LINES, route } from '../../foundation/route.ts'
import { EXAMPLE } from '../memories/memory.ts'
import { exportMemories } from './export.ts'
import { FORMAT, VERSION } from './format.ts'
import { Imported, importMemories } from './import.ts'
import { MemoryLines } from './lines.ts'

const header = { format: FORMAT, version: VERSION, exportedAt: '2026-05-03T08:00:00.000Z', count: 1 }
const LINES = `${JSON.stringify({ ...header, identity: { name: 'Ada', personality: {} } })}\n${JSON.stringify(EXAMPLE)}\n`

export const portableRoutes = [
  route({
    name: 'exportMemories',
    method: 'GET',
    path: '/v1/export',
    for: ['user'],
    tag: 'Hub',
    summary: 'The whole store, and the chats, as JSON Lines.',
    description:
      'What is there from beginning to end of the export is in it exactly once; of what is written, edited ' +
      'or forgotten meanwhile it may tell or not. `count` is of memories, at the beginning. An export that breaks off ends without ' +
      'the end of its transfer encoding, which clients report as an error.',
    produces: JSON_LINES,
    output: MemoryLines,
    example: { output: LINES },
    run: exportMemories,
  }),
  route({
    name: 'importMemories',
    method: 'POST',
    path: '/v1/import',
    for: ['user'],
    tag: 'Hub',
    summary: 'Import an export, or memories written by hand, one per line.',
    description:
      'What is here already under its id is skipped, so an import that was cut off is simply sent again. Ids, ' +
      'times and `sourceApp` are kept as told; a line without an id of ours gets one made of its content. Any ' +
      'well-formed scope is taken. The identity in the header is not applied, and apps are not told of what comes in. ' +
      'Lines beyond the cap are among the errors; 402 when not one could be kept for that reason. Chats are taken in ' +
      'under their ids, 1,000 of them and 100,000 messages at most; a message stands behind its chat. 512 MiB and ' +
      '512 KiB a line at most.',
    consumes: JSON_LINES,
    body: MemoryLines,
    output: Imported,
    failures: ['limit_exceeded'],
    example: { body: LINES, output: { imported: 1, skipped: 0, errors: [], errorCount: 0 } },
    run: (ctx, { body }) => importMemories(ctx, body),
  }),
]
