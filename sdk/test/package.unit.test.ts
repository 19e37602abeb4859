import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { publint } from 'publint'
import { describe, expect, test } from 'vitest'

const COMPRESSED_BYTES_MAX = 15_000
const SDK = fileURLToPath(new URL('..', import.meta.url))

describe('the package', () => {
  test('all of its code is less than 15 kB, compressed', () => {
    const names = readdirSync(`${SDK}/dist`, { recursive: true, encoding: 'utf8' }).filter((name) => /\.js$/.test(name))
    expect(names.length).toBeGreaterThan(5)
    const code = Buffer.concat(names.map((name) => readFileSync(`${SDK}/dist/${name}`)))
    expect(gzipSync(code).length).toBeLessThan(COMPRESSED_BYTES_MAX)
    expect(brotliCompressSync(code).length).toBeLessThan(COMPRESSED_BYTES_MAX)
  })

  test('depends on nothing, and is fit to be published', async () => {
    const told = JSON.parse(readFileSync(`${SDK}/package.json`, 'utf8'))
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      expect(told).not.toHaveProperty(kind)
    const { messages } = await publint({ pkgDir: SDK, strict: true })
    expect(messages).toEqual([])
  })
})
