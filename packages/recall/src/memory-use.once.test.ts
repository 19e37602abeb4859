import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../bench/memory-use.mjs', import.meta.url))

test('the estimated size of indexes is close to the memory use of the process', () => {
  const printed = execFileSync(process.execPath, ['--expose-gc', SCRIPT], { encoding: 'utf8' })
  const { used, estimated, vectorBytes, vectorBytesMin } = JSON.parse(printed)
  expect(vectorBytes).toBeGreaterThan(vectorBytesMin)
  expect(estimated / used).toBeGreaterThan(0.7)
  expect(estimated / used).toBeLessThan(1.4)
})
