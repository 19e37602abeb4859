#!/usr/bin/env node
// Drill: two processes behind HAProxy, with deploy/haproxy/haproxy.cfg, are restarted one after the other under load, three
// times. No request may fail. Needs memory-service (or MEMORY_SERVICE), haproxy and PostgreSQL's programs in PATH:
// deploy/drills/rolling-restart.mjs

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLoad } from './lib/load.mjs'
import { DEPLOY, freePort, openFolder, startListener, startPostgres, startService } from './lib/servers.mjs'

const ROUNDS = 3
const LOAD_MS = 3_000
const NOTICED_MS = 4_000

const folder = await openFolder()
try {
  console.log(`rolling restart of two processes, ${ROUNDS} times`)
  const { url: DATABASE_URL } = await startPostgres(folder, 'postgres')
  const settings = []
  for (let n = 0; n < 2; n++) {
    const own = { PORT: String(await freePort()), DRAIN_NOTICE_MS: '5000', TRUSTED_PROXIES: 'loopback' }
    settings.push({ ...own, DATABASE_URL })
  }
  const services = []
  for (const [n, own] of settings.entries()) services.push(await startService(folder, `service-${n}`, own))
  const port = await freePort()
  const config = (await readFile(new URL('haproxy/haproxy.cfg', DEPLOY), 'utf8'))
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('127.0.0.1:8787', `127.0.0.1:${settings[0].PORT}`)
    .replace('127.0.0.1:8788', `127.0.0.1:${settings[1].PORT}`)
  await writeFile(join(folder.path, 'haproxy.cfg'), config)
  await startListener(folder, 'haproxy', ['haproxy', '-db', '-f', join(folder.path, 'haproxy.cfg')], port)
  // Both processes have to pass their checks.
  await sleep(NOTICED_MS)
  const load = await startLoad(folder, `http://127.0.0.1:${port}`)
  await sleep(LOAD_MS)
  for (let round = 0; round < ROUNDS; round++)
    for (const [n, own] of settings.entries()) {
      load.strike()
      await services[n].stop('SIGTERM')
      services[n] = await startService(folder, `service-${n}`, own)
      await sleep(NOTICED_MS)
    }
  await load.finish({ mayRefuse: false })
} finally {
  await folder.close()
}
