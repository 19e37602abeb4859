import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MEGABYTES_MAX = 300
const MINUTES_MS = 10 * 60_000

test(
  'reads a ChatGPT archive of 165 MB with 100,000 messages in a worker with less than 300 MB in all',
  async () => {
    const script = fileURLToPath(new URL('../bench/archive.mjs', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script, '100000', '165'])
    const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    console.log(stdout)
    expect(result.counts.messages).toBeGreaterThanOrEqual(100_000)
    expect(result.counts.candidates).toBeGreaterThan(0)
    expect(result.peakMegabytes).toBeLessThan(MEGABYTES_MAX)
  },
  MINUTES_MS,
)
