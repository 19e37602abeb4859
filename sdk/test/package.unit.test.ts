import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { publint } from 'publint'
import { describe, expect, test } from 'vitest'
import { VERSION } from '../src/version.ts'

const COMPRESSED_BYTES_MAX = 15_000
const BRIDGE_COMPRESSED_BYTES_MAX = 12_000
const SDK = fileURLToPath(new URL('..', import.meta.url))

describe('the package', () => {
  test.each([
    ['the library, all of it', false, COMPRESSED_BYTES_MAX],
    ['the bridge', true, BRIDGE_COMPRESSED_BYTES_MAX],
  ])('%s is so many bytes at most, compressed', (_what, isBridge, bytesMax) => {
    const names = readdirSync(`${SDK}/dist`, { recursive: true, encoding: 'utf8' })
    const scripts = names.filter((name) => /\.js$/.test(name) && name.startsWith('bridge') === isBridge)
    expect(scripts.length).toBeGreaterThan(5)
    const code = Buffer.concat(scripts.map((name) => readFileSync(`${SDK}/dist/${name}`)))
    expect(gzipSync(code).length).toBeLessThan(bytesMax)
    expect(brotliCompressSync(code).length).toBeLessThan(bytesMax)
  })

  test('depends on nothing, and is fit to be published', async () => {
    const told = JSON.parse(readFileSync(`${SDK}/package.json`, 'utf8'))
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      expect(told).not.toHaveProperty(kind)
    const { messages } = await publint({ pkgDir: SDK, strict: true })
    expect(messages).toEqual([])
    expect(told.version).toBe(VERSION)
    const core = readdirSync(`${SDK}/dist`).filter((name) => name.endsWith('.js'))
    // What every platform has needs no import.
    for (const name of core) {
      const imported = readFileSync(`${SDK}/dist/${name}`, 'utf8').matchAll(/ from '(.+)'|\bimport\('(.+)'\)/g)
      for (const [, from, late] of imported) expect(from ?? late).toMatch(/^\.\//)
    }
  })
})
