import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCluster } from './cluster.ts'
import { LOADED } from './days.ts'
import { freePort } from './free-port.ts'
import { fuzz } from './fuzz.ts'
import { startProcess } from './process.ts'

/* Generated requests to every route for FUZZ_SECONDS (default 600) on both engines at once. FUZZ_SEED repeats a run. */

const SECONDS = Number(process.env.FUZZ_SECONDS ?? 600)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)

test(
  `no route answers 5xx to generated requests for ${SECONDS} seconds`,
  { timeout: (SECONDS + 300) * 1_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'memory-service-fuzz-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const cluster = await openCluster()
    onTestFinished(cluster.close)
    const run = async (name: string, env: Record<string, string>) => {
      const port = await freePort()
      const service = await startProcess({ ...LOADED, ...env, PORT: String(port) }, Date.now(), 1)
      onTestFinished(service.kill)
      const ends = performance.now() + SECONDS * 1_000
      const result = await fuzz(`http://127.0.0.1:${port}`, SEED, () => performance.now() > ends)
      const statuses = [...result.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
      console.log(
        `fuzz ${name}, seed ${SEED}: ${result.requests} requests to ${result.operations.size} of ${result.walked} routes; ${statuses.join(', ')}`,
      )
      await service.kill()
      return result.wrong
    }
    const wrong = await Promise.all([
      run('embedded', { DATA_DIR: join(folder, 'data') }),
      run('postgres', { DATABASE_URL: cluster.url }),
    ])
    expect(wrong.flat()).toEqual([])
  },
)
