#!/usr/bin/env node

// Drill: a primary with a synchronous standby, as in deploy/postgres/synchronous.conf, is lost under load, and the standby is
// promoted. Needs memory-service (or MEMORY_SERVICE) and PostgreSQL's programs in PATH: deploy/drills/failover.mjs

import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startLoad } from './lib/load.mjs'
import { DEPLOY, freePort, makeSynchronous, openFolder, startPostgres, startService } from './lib/servers.mjs'

const LOAD_MS = 5_000
const DETECTED_MS = 1_000

const folder = await openFolder()
try {
  console.log('failover to a synchronous standby')
  const include = fileURLToPath(new URL('postgres/synchronous.conf', DEPLOY))
  const primary = await startPostgres(folder, 'primary', { include })
  const standby = await startPostgres(folder, 'standby', { include, standbyOf: primary })
  await makeSynchronous(primary)
  const url = `postgres://memory@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/memory`
  const service = await startService(folder, 'service', { PORT: String(await freePort()), DATABASE_URL: url })
  const load = await startLoad(folder, service.url)
  await sleep(LOAD_MS)
  load.strike()
  await primary.control('-m', 'immediate', 'stop')
  await sleep(DETECTED_MS)
  await standby.control('promote')
  await sleep(LOAD_MS)
  await load.finish()
} finally {
  await folder.close()
}
