import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientAt, startLoad } from './apart.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { expectAllDelivered, expectStoredOnce, LOADED, untilAnswered } from './days.ts'
import { freePort } from './free-port.ts'
import { startProcess } from './process.ts'
import { openReceiver } from './receiver.ts'

/* PostgreSQL is killed under load and restarted; the service keeps running and returns 503 meanwhile. */

const DOWN_MS = 700

let cluster: Cluster
let service: Awaited<ReturnType<typeof startProcess>>
let url: string
beforeAll(async () => {
  cluster = await openCluster()
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  service = await startProcess({ ...LOADED, PORT: String(port), DATABASE_URL: cluster.url }, Date.now(), 1)
})
afterAll(async () => {
  await service?.kill()
  await cluster?.close()
})

test('killing and restarting PostgreSQL under load causes only 503 responses and loses no acknowledged write', async () => {
  const client = clientAt(url)
  const receiver = await openReceiver()
  const { token, cookie } = await client.connected([receiver.url])
  const load = startLoad(client, token)
  const healed: number[] = []
  for (const strike of [() => cluster.signal('SIGKILL', 'server'), () => cluster.signal('SIGQUIT', 'server')]) {
    const before = load.met.answered
    await expect.poll(() => load.met.answered).toBeGreaterThan(before + 50)
    strike()
    await sleep(DOWN_MS)
    expect((await client.ask('GET', '/healthz')).status).toBe(200)
    expect((await client.ask('GET', '/readyz')).status).toBe(503)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toMatch(/^http_requests_total/m)
    // The alert LatenessIsUnknown needs its absence.
    expect(metrics).not.toMatch(/^webhook_oldest_due_seconds/m)
    await cluster.start()
    healed.push(await untilAnswered(client, token))
  }
  await load.stop()
  const { met, written, triggers } = load
  expect(met.wrong).toEqual([])
  expect(met.cut).toBe(0)
  expect(met.refused).toBeGreaterThan(0)
  await expectStoredOnce(client, cookie, load)
  await expectAllDelivered(receiver, [...written.values(), ...triggers])
  await receiver.close()
  console.log(
    `PostgreSQL killed and stopped at once: ${written.size} writes acknowledged and there once, ` +
      `${met.refused} refusals, slowest answer ${Math.round(met.slowestMs)} ms, healed in ${healed.map(Math.round)} ms`,
  )
})
