import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import openWabt from 'wabt'
import { KERNEL } from './kernel.ts'

test('the compiled kernel matches its source', async () => {
  const wabt = await openWabt()
  const text = readFileSync(new URL('./kernel.wat', import.meta.url), 'utf8')
  const compiled = wabt.parseWat('kernel.wat', text, { simd: true })
  const bytes = Buffer.from(compiled.toBinary({}).buffer).toString('base64')
  expect(KERNEL, `kernel.wat compiles to\n${bytes}\n`).toBe(bytes)
})
