// Preloaded into a service process by NODE_OPTIONS: every few seconds it collects garbage and appends a line with the
// remaining memory to the file named by SAMPLES.

import { appendFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const EVERY_MS = 5_000

const file = process.env.SAMPLES
if (file && isMainThread && process.argv[1]?.endsWith('main.js')) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  setInterval(() => {
    collect()
    const resources = {}
    for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1
    appendFileSync(file, `${JSON.stringify({ at: performance.now(), ...process.memoryUsage(), resources })}\n`)
  }, EVERY_MS).unref()
}
