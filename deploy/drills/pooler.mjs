#!/usr/bin/env node
// Drill: behind pgbouncer, with deploy/pgbouncer/pgbouncer.ini, a pg_dump leaves its settings in pooled connections under load,
// and then the pooler is killed and started again. Needs memory-service (or MEMORY_SERVICE), pgbouncer and PostgreSQL's programs
// in PATH: deploy/drills/pooler.mjs

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLoad } from './lib/load.mjs'
import { DEPLOY, freePort, openFolder, run, startListener, startPostgres, startService } from './lib/servers.mjs'

const LOAD_MS = 4_000
const AWAY_MS = 1_000
const DUMPS = 3

const folder = await openFolder()
try {
  console.log(`a pooler: ${DUMPS} dumps through it, then its crash`)
  const postgres = await startPostgres(folder, 'postgres')
  const port = await freePort()
  const config = (await readFile(new URL('pgbouncer/pgbouncer.ini', DEPLOY), 'utf8'))
    .replace('port=5432 dbname=memory', `port=${postgres.port} dbname=memory`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('auth_type = scram-sha-256', 'auth_type = trust')
    .replace('/etc/pgbouncer/userlist.txt', join(folder.path, 'userlist.txt'))
    .replace('default_pool_size = 40', 'default_pool_size = 4')
    .replace(/^(logfile|pidfile|unix_socket_dir) = .*$/gm, '$1 =')
  await writeFile(join(folder.path, 'pgbouncer.ini'), config)
  await writeFile(join(folder.path, 'userlist.txt'), '"memory" ""\n')
  const startPooler = () => startListener(folder, 'pgbouncer', ['pgbouncer', join(folder.path, 'pgbouncer.ini')], port)
  let pooler = await startPooler()
  const url = `postgres://memory@127.0.0.1:${port}/memory`
  const settings = { PORT: String(await freePort()), DATABASE_URL: url, DATABASE_PREPARE: 'off' }
  const service = await startService(folder, 'service', settings)
  const load = await startLoad(folder, service.url)
  await sleep(LOAD_MS)
  load.strike()
  for (let n = 0; n < DUMPS; n++) await run('pg_dump', ['-Fc', '-f', join(folder.path, `dump-${n}`), url])
  await sleep(LOAD_MS)
  load.strike()
  await pooler.stop('SIGKILL')
  await sleep(AWAY_MS)
  pooler = await startPooler()
  await sleep(LOAD_MS)
  await load.finish()
} finally {
  await folder.close()
}
