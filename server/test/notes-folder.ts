import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { runDeveloperCommand } from '../src/developer-cli/command.ts'
import { type Person, type TestService, testService } from './service.ts'

export const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*', 'memory:read:work']

/** For the tests of one file: a service, and for each test a connected person with an empty folder of notes. */
export function notesFolder() {
  const home = { onPrint: (_line: string) => {} } as {
    service: TestService
    /** Of this file's temporary folders; also where credentials are stored. */
    root: string
    folder: string
    person: Person
    token: string
    /** Called with each line that a sync prints. */
    onPrint: (line: string) => void
  }
  beforeAll(async () => {
    home.service = await testService()
    home.root = mkdtempSync(join(tmpdir(), 'memory-service-sync-'))
  })
  beforeEach(async () => {
    home.onPrint = () => {}
    Object.assign(home, await home.service.connected(SCOPES))
    home.folder = mkdtempSync(join(home.root, 'notes-'))
  })
  afterAll(async () => {
    rmSync(home.root, { recursive: true, force: true })
    await home.service.stop()
  })

  async function sync(...args: string[]) {
    let [stdout, stderr] = ['', '']
    const code = await runDeveloperCommand(['sync', home.folder, ...args], {
      env: { XDG_CONFIG_HOME: home.root, MEMORY_SERVICE_URL: home.service.url, MEMORY_SERVICE_TOKEN: home.token },
      input: Readable.from([]),
      print: (line) => {
        stdout += `${line}\n`
        home.onPrint(line)
      },
      note: (line) => {
        stderr += `${line}\n`
      },
      stop: new Promise(() => {}),
    })
    return { code, stdout, stderr }
  }
  const read = (name: string) => readFileSync(join(home.folder, name), 'utf8')
  function write(name: string, text: string) {
    mkdirSync(dirname(join(home.folder, name)), { recursive: true })
    writeFileSync(join(home.folder, name), text)
  }
  const asPerson = (body?: object) => ({ cookie: home.person.cookie, ...(body && { body }) })
  /** What the person has, as `scope: content`, sorted. */
  async function stored(): Promise<string[]> {
    const { memories } = await home.service.ok('GET', '/v1/memories?limit=100', asPerson())
    return memories.map(({ scope, content }: { scope: string; content: string }) => `${scope}: ${content}`).sort()
  }
  const own = (scope: string, content: string, kind = 'fact') =>
    home.service.ok('POST', '/v1/memories', asPerson({ memories: [{ scope, content, kind }] }))
  const patch = (id: string, body: object) => home.service.ok('PATCH', `/v1/memories/${id}`, asPerson(body))

  return { home, sync, read, write, stored, own, patch }
}
