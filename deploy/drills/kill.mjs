#!/usr/bin/env node
// Drill: the process is killed five times with SIGKILL under load, and started again, as a supervisor does.
//
//   deploy/drills/kill.mjs [embedded|postgres]      needs memory-service (or MEMORY_SERVICE), for postgres its programs in PATH

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLoad } from './lib/load.mjs'
import { freePort, openFolder, startPostgres, startService } from './lib/servers.mjs'

const ROUNDS = 5
const BETWEEN_MS = 3_000
const engine = process.argv[2] ?? 'postgres'

const folder = await openFolder()
try {
  console.log(`kill -9 of the process, ${engine}, ${ROUNDS} times`)
  const database =
    engine === 'embedded'
      ? { DATA_DIR: join(folder.path, 'data') }
      : { DATABASE_URL: (await startPostgres(folder, 'postgres')).url }
  const settings = { PORT: String(await freePort()), ...database }
  let service = await startService(folder, 'service', settings)
  const load = await startLoad(folder, service.url)
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(BETWEEN_MS)
    load.strike()
    await service.stop('SIGKILL')
    service = await startService(folder, 'service', settings)
  }
  await sleep(BETWEEN_MS)
  await load.finish()
} finally {
  await folder.close()
}
