import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { breakingChanges } from './api-changes.ts'
import { findLastRelease, readReleased } from './last-release.ts'

const ROOT = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

/** Whether a changeset announces a breaking change. */
const isDeclared = readdirSync(new URL('.changeset', ROOT))
  .filter((name) => name.endsWith('.md'))
  .some((name) => /^['"]?@memory-service\/[\w-]+['"]?: major$/m.test(read(`.changeset/${name}`)))

describe('the API since the last release', () => {
  test('has no breaking change unless a changeset of the kind `major` declares it', async () => {
    const released = JSON.parse(await readReleased(await findLastRelease(), 'openapi.json'))
    const changes = breakingChanges(released, JSON.parse(read('openapi.json')))
    expect(isDeclared ? [] : changes).toEqual([])
  })
})
