#!/usr/bin/env node

// Drill: a worker of a Citus cluster is killed under load, and started again after some seconds, or, with `failover`, replaced
// by its synchronous standby. With `coordinator`, the coordinator is lost, and its synchronous standby takes its place. Needs
// memory-service (or MEMORY_SERVICE), and in PATH the programs of a PostgreSQL with Citus, pg_config among them:
// deploy/drills/citus.mjs [failover|coordinator]

import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startLoad } from './lib/load.mjs'
import {
  DEPLOY,
  freePort,
  makeSynchronous,
  openFolder,
  run,
  startCitus,
  startPostgres,
  startService,
} from './lib/servers.mjs'

const [mode = 'restart'] = process.argv.slice(2)
if (!['restart', 'failover', 'coordinator'].includes(mode)) {
  console.error(`the argument must be restart, failover or coordinator; got ${mode}`)
  process.exit(2)
}
const LOAD_MS = 5_000
const DOWN_MS = 10_000
/** Until the loss of a machine is detected. */
const DETECTED_MS = 1_000
const PEOPLE = 8

const folder = await openFolder()
try {
  console.log(`kill -9 of a machine of a Citus cluster: ${mode}`)
  const cluster = await startCitus(folder)
  if (cluster) await drill(cluster)
  else {
    console.log('skipped: the PostgreSQL in PATH has no extension citus')
    process.exitCode = 0
  }
} finally {
  await folder.close()
}

async function drill({ coordinator, workers: [worker] }) {
  const failing = mode === 'coordinator' ? coordinator : worker
  const settings = { PORT: String(await freePort()), DATABASE_URL: coordinator.url }
  // The first start migrates.
  await (await startService(folder, 'service', settings)).stop()
  const layout = fileURLToPath(new URL('citus/distribute.sql', DEPLOY))
  await run('psql', ['-Xq', '-v', 'ON_ERROR_STOP=1', '-d', coordinator.url, '-f', layout])
  const standby = mode === 'restart' ? undefined : await openStandby(failing)
  if (standby && failing === coordinator)
    settings.DATABASE_URL = `postgres://memory@127.0.0.1:${coordinator.port},127.0.0.1:${standby.port}/memory`
  const service = await startService(folder, 'service', settings)
  const load = await startLoad(folder, service.url, { writers: 2 * PEOPLE, readers: PEOPLE, people: PEOPLE })
  await sleep(LOAD_MS)
  load.phase('without a fault')
  const before = [...load.answered()]
  const people = before.map(([id]) => id)
  const onFailing = new Set()
  for (const id of people) if ((await portOf(coordinator, id)) === worker.port) onFailing.add(id)
  load.answered()
  load.strike()
  const [pid] = (await readFile(join(failing.data, 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  if (standby) {
    await sleep(DETECTED_MS)
    await promote(standby)
    if (failing === coordinator) await standby.query(`select citus_set_coordinator_host('127.0.0.1', ${standby.port})`)
    else await replaceWorker(coordinator, worker, standby)
  }
  await sleep(DOWN_MS)
  const during = [...load.answered()]
  const perSecond = (answered, of, ms) =>
    (answered.filter(of).reduce((sum, [, count]) => sum + count, 0) / (ms / 1_000)).toFixed(1)
  const isOther = ([id]) => !onFailing.has(id)
  if (failing === worker) {
    console.log(`people on the failed worker        ${onFailing.size} of ${people.length}`)
    console.log(`answers a second to the others     ${perSecond(before, isOther, LOAD_MS)} before`)
    console.log(`                                   ${perSecond(during, isOther, DOWN_MS)} while it was down`)
  }
  if (!standby) await failing.control('start')
  await sleep(LOAD_MS)
  await load.finish()
}

async function openStandby(primary) {
  const standby = await startPostgres(folder, 'standby', { standbyOf: primary })
  await makeSynchronous(primary)
  return standby
}

/** Promotes a standby, which has none of its own. */
async function promote(standby) {
  await appendFile(join(standby.data, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n")
  await standby.control('reload')
  await standby.control('promote')
}

/** Gives the coordinator the address of the standby in place of that of the worker. */
async function replaceWorker({ query }, worker, standby) {
  await query(`select citus_update_node(nodeid, '127.0.0.1', ${standby.port}, force => true)
    from pg_dist_node where nodeport = ${worker.port}`)
}

/** The port of the worker on which a person is. */
async function portOf({ query }, id) {
  return Number(
    await query(`select nodeport from pg_dist_shard_placement
      where shardid = get_shard_id_for_distribution_column('stores', '${id}')`),
  )
}
