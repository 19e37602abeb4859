import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { publint } from 'publint'
import { describe, expect, test } from 'vitest'

const COMPRESSED_BYTES_MAX = 15_000
const SDK = fileURLToPath(new URL('..', import.meta.url))
const scripts = () => readdirSync(`${SDK}/dist`).filter((name) => name.endsWith('.js'))

describe('the package', () => {
  test('stays below its size limit when compressed', () => {
    expect(scripts().length).toBeGreaterThan(5)
    const code = Buffer.concat(scripts().map((name) => readFileSync(`${SDK}/dist/${name}`)))
    expect(gzipSync(code).length).toBeLessThan(COMPRESSED_BYTES_MAX)
    expect(brotliCompressSync(code).length).toBeLessThan(COMPRESSED_BYTES_MAX)
  })

  test('has no dependencies and imports no platform modules', () => {
    const manifest = JSON.parse(readFileSync(`${SDK}/package.json`, 'utf8'))
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      expect(manifest).not.toHaveProperty(kind)
    for (const name of scripts()) {
      const imports = readFileSync(`${SDK}/dist/${name}`, 'utf8').matchAll(/ from '(.+)'|\bimport\('(.+)'\)/g)
      for (const [, statically, dynamically] of imports) expect(statically ?? dynamically).toMatch(/^\.\//)
    }
  })

  test('is a valid npm package', async () => {
    expect((await publint({ pkgDir: SDK, strict: true })).messages).toEqual([])
  })
})
