#!/usr/bin/env node

// Drill: a worker of a Citus cluster is killed under load, and started again after some seconds, or, with `failover`, replaced
// by its synchronous standby. Needs memory-service (or MEMORY_SERVICE), and in PATH the programs of a PostgreSQL with Citus,
// pg_config among them: deploy/drills/citus.mjs [failover]

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
if (!['restart', 'failover'].includes(mode)) {
  console.error(`the argument must be restart or failover; got ${mode}`)
  process.exit(2)
}
const LOAD_MS = 5_000
const DOWN_MS = 10_000
/** Until the loss of a machine is detected. */
const DETECTED_MS = 1_000
const PEOPLE = 8

const folder = await openFolder()
try {
  console.log(`kill -9 of a worker of a Citus cluster: ${mode}`)
  const cluster = await startCitus(folder)
  if (cluster) await drill(cluster)
  else console.log('skipped: the PostgreSQL in PATH has no extension citus')
} finally {
  await folder.close()
}

async function drill({ coordinator, workers: [failing] }) {
  const settings = { PORT: String(await freePort()), DATABASE_URL: coordinator.url }
  // The first start migrates.
  await (await startService(folder, 'service', settings)).stop()
  const layout = fileURLToPath(new URL('citus/distribute.sql', DEPLOY))
  await run('psql', ['-Xq', '-v', 'ON_ERROR_STOP=1', '-d', coordinator.url, '-f', layout])
  const standby = mode === 'failover' ? await openStandby(failing) : undefined
  const service = await startService(folder, 'service', settings)
  const load = await startLoad(folder, service.url, { writers: 2 * PEOPLE, readers: PEOPLE, people: PEOPLE })
  await sleep(LOAD_MS)
  load.phase('without a fault')
  const before = [...load.answered()]
  const people = before.map(([id]) => id)
  const onFailing = new Set()
  for (const id of people) if ((await portOf(coordinator, id)) === failing.port) onFailing.add(id)
  load.answered()
  load.strike()
  const [pid] = (await readFile(join(failing.data, 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  if (standby) {
    await sleep(DETECTED_MS)
    await takeOver(coordinator, failing, standby)
  }
  await sleep(DOWN_MS)
  const during = [...load.answered()]
  const perSecond = (answered, of, ms) =>
    (answered.filter(of).reduce((sum, [, count]) => sum + count, 0) / (ms / 1_000)).toFixed(1)
  const isOther = ([id]) => !onFailing.has(id)
  console.log(`people on the failed worker        ${onFailing.size} of ${people.length}`)
  console.log(`answers a second to the others     ${perSecond(before, isOther, LOAD_MS)} before`)
  console.log(`                                   ${perSecond(during, isOther, DOWN_MS)} while it was down`)
  if (!standby) await failing.control('start')
  await sleep(LOAD_MS)
  await load.finish()
}

async function openStandby(worker) {
  const standby = await startPostgres(folder, 'standby', { standbyOf: worker })
  await makeSynchronous(worker)
  return standby
}

/** Promotes the standby of a worker, and gives the coordinator its address in place of that of the worker. */
async function takeOver({ query }, worker, standby) {
  // The standby of a worker has none of its own.
  await appendFile(join(standby.data, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n")
  await standby.control('reload')
  await standby.control('promote')
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
