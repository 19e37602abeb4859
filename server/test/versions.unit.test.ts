import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sectionOf, VERSIONED, withVersion } from '../../scripts/version.mjs'
import { VERSION } from '../src/foundation/version.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

describe('the version', () => {
  const lock: { packages: Record<string, { name?: string; version?: string }> } = JSON.parse(read('package-lock.json'))
  const workspaces = Object.keys(lock.packages).filter((path) => path && !path.includes('node_modules/'))

  test.each(workspaces)('is the same in %s', (path) => {
    expect(JSON.parse(read(`${path}/package.json`)).version).toBe(VERSION)
    expect(lock.packages[path]?.version).toBe(VERSION)
  })

  test.each(VERSIONED)('is the same in $path', (file) => {
    expect(withVersion(file, read(file.path), VERSION)).toBe(read(file.path))
    expect(withVersion(file, read(file.path), '9.9.9')).toContain('9.9.9')
  })

  test('is the one of the API description', () => {
    expect(JSON.parse(read('openapi.json')).info.version).toBe(VERSION)
  })

  test('has a section in the changelog', () => {
    expect(read('CHANGELOG.md')).toContain(`\n## ${VERSION} (`)
  })
})

describe('the packages that npm ci installs', () => {
  const { engines } = JSON.parse(read('package.json'))
  const lock: { packages: Record<string, { engines?: { node?: string } }> } = JSON.parse(read('package-lock.json'))
  const oldest = numbersOf(engines.node)

  // Otherwise npm warns of an unsupported engine at each installation.
  test('accept the oldest Node that the service runs on', () => {
    const refusing = Object.entries(lock.packages).filter(([, { engines }]) => engines?.node && !accepts(engines.node))
    expect(refusing.map(([path, { engines }]) => `${path}: ${engines?.node}`)).toEqual([])
  })

  /** Whether one of the alternatives of a range, such as `^18.19.0 || >=20.6.0`, has the oldest version. */
  function accepts(range: string): boolean {
    return range.split('||').some((alternative) => {
      const [major, minor] = numbersOf(alternative)
      const isAtLeast = major < oldest[0] || (major === oldest[0] && minor <= oldest[1])
      return isAtLeast && (alternative.includes('>=') || major === oldest[0])
    })
  }

  function numbersOf(range: string): [number, number] {
    const [, major, minor = '0'] = /(\d+)(?:\.(\d+))?/.exec(range) ?? []
    return [Number(major), Number(minor)]
  }
})

describe('the changelog', () => {
  const changeset = (kind: string, text: string) => `---\n'@memory-service/server': ${kind}\n---\n\n${text}\n`

  test('lists the changes of a release, breaking ones first', () => {
    const changesets = [changeset('patch', 'Fixes a leak.'), changeset('major', 'Removes a route.\n\nUse another.')]
    expect(sectionOf(changesets, '1.0.0', '2026-12-01')).toBe(
      '## 1.0.0 (2026-12-01)\n\n### Breaking changes\n\n- Removes a route.\n\n  Use another.\n\n' +
        '### Fixed\n\n- Fixes a leak.\n',
    )
  })

  test('rejects a changeset without a kind or without a text', () => {
    expect(() => sectionOf([changeset('big', 'Adds a route.')], '1.0.0', '2026-12-01')).toThrow('no kind')
    expect(() => sectionOf([changeset('minor', '')], '1.0.0', '2026-12-01')).toThrow('no text')
  })
})
