import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/foundation/config.ts'
import { type TestService, testService } from './service.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const readme = read('README.md')

/** The text of every fenced block of a language, in order. */
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text)

let service: TestService
let folder: string
beforeAll(async () => {
  service = await testService()
  folder = mkdtempSync(join(tmpdir(), 'memory-service-readme-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service?.stop()
})

describe('the README', () => {
  test('its walkthrough ends with the recalled memory, pasted as it stands, twice over', async () => {
    const text = blocks('bash').join('')
    for (const _time of ['first', 'again']) {
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', text], {
        cwd: folder,
        env: { ...process.env, BASE: service.url },
      })
      expect(stdout).toMatch(/"memoryIds":\["mem_\w+","mem_\w+"\]/)
      const said = stdout.trim().split('\n').at(-1)
      expect(said).toBe('Runs along the river every Tuesday before work.')
      expect(text).toContain(said)
    }
  })

  test('its other commands exist', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const commands = blocks('sh').flatMap((text) => text.trim().split(/\n|&&/))
    expect(commands.length).toBeGreaterThan(0)
    for (const command of commands) {
      const [npm, verb = '', name] = command.trim().split(/\s+/)
      expect(npm).toBe('npm')
      if (verb !== 'ci') expect(Object.keys(scripts)).toContain(verb === 'run' ? name : verb)
    }
    expect(existsSync(new URL('package-lock.json', root))).toBe(true)
  })

  test('its table names every variable that is read, with the default it has', () => {
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| (.+?) \|/gm)].map(([, name = '', value = '']) => ({
      name,
      value,
    }))
    const config = read('server/src/foundation/config.ts')
    const names = [...config.matchAll(/\bread\(\s*'([A-Z_]+)'|\benv\.([A-Z_]+)/g)].map(([, a, b]) => a ?? b)
    expect(rows.map(({ name }) => name).sort()).toEqual([...new Set(names)].sort())
    // Setting a variable to the default told must change nothing.
    const told = rows.flatMap(({ name, value }) => (/^`[^`]+`$/.test(value) ? [[name, value.slice(1, -1)]] : []))
    const { HUB_URL, ...defaults } = Object.fromEntries(told)
    expect(HUB_URL).toBe('BASE_URL')
    expect(Object.keys(defaults).length).toBeGreaterThan(5)
    expect(readConfig(defaults)).toEqual(readConfig({}))
  })

  test('what it links to is there', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path = '']) => path)
    expect(links.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })
})
