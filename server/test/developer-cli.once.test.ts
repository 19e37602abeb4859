import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyWebhook } from '../../sdk/js/src/webhooks.ts'
import { events } from '../src/app.ts'
import { runDeveloperCommand } from '../src/developer-cli/command.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { readGuide } from './guide.ts'
import { openReceiver } from './receiver.ts'
import { type App, type Person, type TestService, testService } from './service.ts'

const PROGRAM = fileURLToPath(new URL('../dist/bin.js', import.meta.url))
const SCOPES = ['memory:read:*', 'memory:write:*']

let service: TestService
let folder: string
let developer: Person
let app: App
beforeAll(async () => {
  service = await testService()
  folder = mkdtempSync(join(tmpdir(), 'memory-service-cli-'))
  developer = await service.newDeveloper()
  app = await service.newApp(developer, SCOPES)
  expect(await run('login', '--email', developer.email)).toMatchObject({ code: 0 })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service?.stop()
})

/** Starts the program against the test service, with a configuration folder of its own. */
function start(args: string[], more: Record<string, string> = {}) {
  const env = {
    ...{ PATH: process.env.PATH, XDG_CONFIG_HOME: folder, MEMORY_SERVICE_URL: service.url },
    ...{ MEMORY_SERVICE_PASSWORD: service.password, ...more },
  }
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
    })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, ...printed }))
  return { child, printed, ended }
}

function run(...args: string[]) {
  const { child, ended } = start(args)
  child.stdin.end()
  return ended
}

/** Runs a command in this process, which is faster. */
async function called(...args: string[]) {
  let [stdout, stderr] = ['', '']
  const env = { XDG_CONFIG_HOME: folder, MEMORY_SERVICE_URL: service.url }
  const code = await runDeveloperCommand(args, {
    env,
    input: Readable.from([]),
    print: (line) => {
      stdout += `${line}\n`
    },
    note: (line) => {
      stderr += `${line}\n`
    },
    stop: new Promise(() => {}),
  })
  return { code, stdout, stderr }
}
const secretOf = () => JSON.parse(readFileSync(join(folder, 'memory-service/developer.json'), 'utf8')).signingSecret

describe('memory-service for developers', () => {
  test('lists its commands, and describes each with its exit codes', async () => {
    const { code, stdout } = await run('--help')
    expect(code).toBe(0)
    for (const name of ['login', 'listen', 'trigger', 'tail', 'remember', 'recall', 'sync']) {
      expect(stdout).toContain(`memory-service ${name} …`)
      const help = await called(name, '--help')
      expect([help.code, help.stderr]).toEqual([0, ''])
      expect(help.stdout).toMatch(new RegExp(`^memory-service ${name}[^]*--url[^]*Exit codes: 0 done`))
      const [, usage = ''] = /^memory-service (.+)$/m.exec(help.stdout) ?? []
      expect(readGuide('docs/command-line.md').text.replaceAll('\\|', '|')).toContain(`| \`${usage}\` |`)
    }
  })

  test.each([
    [['tail', 'nothing'], 2, 'There is no log “nothing”. Logs: requests, deliveries, audit'],
    [['tail', '--scope', 'x'], 2, 'tail has no option --scope.'],
    [['trigger', 'memory.gone', '--forward-to', '3000'], 2, 'There is no event “memory.gone”. Events: memory.created'],
    [['trigger', 'memory.created'], 2, '--forward-to is missing'],
    [['trigger', 'memory.created', '--forward-to', '3000', '--data', '[]'], 2, '--data must be a JSON object'],
    [['remember'], 2, 'Write what to remember'],
    [['recall', 'x', '--url', 'memory.example'], 2, 'is not an address such as https://memory.example'],
    [['tail', '--app', 'other'], 2, 'You have no app “other”'],
    [['recall', 'x', '--token', 'mst_wrong'], 3, 'The credential is missing, expired or revoked.'],
    [['recall', 'x', '--token', 'mst_1', '--url', 'http://127.0.0.1:1'], 4, 'http://127.0.0.1:1 cannot be reached'],
    [
      ['tail', '--url', 'http://127.0.0.1:1'],
      3,
      'You are not logged in to http://127.0.0.1:1. Run: memory-service login',
    ],
  ])('exits after %j with %i and a plain reason', async (args, status, reason) => {
    const { code, stdout, stderr } = await called(...args)
    expect([code, stdout]).toEqual([status, ''])
    expect(stderr).toMatch(/^memory-service: /)
    expect(stderr).toContain(reason)
    expect(stderr.includes('Exit codes')).toBe(status === 2)
  })

  test('stores the session in a file that only its owner can read, and ends it with logout', async () => {
    const other = await service.newDeveloper()
    const elsewhere = { XDG_CONFIG_HOME: join(folder, 'other') }
    const wrong = await start(['login', '--email', other.email], { ...elsewhere, MEMORY_SERVICE_PASSWORD: 'wrong' })
      .ended
    expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining('memory-service: ')])
    const piped = start(['login', '--email', other.email], { ...elsewhere, MEMORY_SERVICE_PASSWORD: '' })
    piped.child.stdin.end(`${service.password}\n`)
    expect(await piped.ended).toMatchObject({ code: 0 })
    expect(await start(['login', '--email', other.email], elsewhere).ended).toMatchObject({ code: 0, stderr: '' })
    const path = join(folder, 'other/memory-service/developer.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const { cookie } = JSON.parse(readFileSync(path, 'utf8')).logins[service.url]
    expect((await service.call('GET', '/v1/dev/auth/me', { cookie })).body.developer.email).toBe(other.email)
    expect((await start(['tail'], elsewhere).ended).stderr).toContain('You have no app yet.')
    expect(await start(['logout'], elsewhere).ended).toMatchObject({ code: 0 })
    expect((await service.call('GET', '/v1/dev/auth/me', { cookie })).status).toBe(401)
  })

  test('remembers and recalls as a test person, and with a token', async () => {
    const stored = await run(
      'remember',
      'Runs along the river every Tuesday.',
      '--scope',
      'fitness',
      '--kind',
      'preference',
    )
    expect(stored).toMatchObject({ code: 0, stdout: expect.stringMatching(/^mem_\w+ {2}created in fitness\n$/) })
    const found = await run('recall', 'where does she run')
    expect([found.code, found.stdout]).toEqual([
      ...[0, expect.stringMatching(/^0\.\d\d {2}fitness {2}Runs along the river every Tuesday\.\n$/)],
    ])
    const token = await service.connect(await service.newPerson(), app, ['memory:read:note'])
    const narrow = await called('remember', 'A note.', '--scope', 'note', '--token', token)
    expect([narrow.code, narrow.stderr]).toEqual([1, expect.stringContaining('memory:write:note')])
    const { stdout } = await called('recall', '--token', token, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ memories: [], next_cursor: null })
    const { items } = await service.ok('GET', `/v1/dev/apps/${app.id}/test-people`, { cookie: developer.cookie })
    expect(items).toHaveLength(1)
  })

  test('shows memories as single lines that cannot change the terminal', async () => {
    const token = await service.connect(await service.newPerson(), app, SCOPES)
    await service.remember(token, [
      { content: 'Owns\u001b]0;title\u0007 a \u009b2Jboat\nmem_1  \u202edeteled', scope: 'note' },
    ])
    const { stdout } = await called('recall', '--token', token)
    expect(stdout).toBe('note  Owns�]0;title� a �2Jboat�mem_1  �deteled\n')
    const { stdout: json } = await called('recall', '--token', token, '--json')
    expect(json).not.toMatch(/[\u0080-\u009f\u202e]/)
    expect(JSON.parse(json).memories[0].content).toContain('\u009b2Jboat\nmem_1  \u202edeteled')
  })

  test('sends no password to another machine without encryption', async () => {
    const { code, stderr } = await called('login', '--email', 'ada@example.com', '--url', 'http://memory.example')
    expect([code, stderr]).toEqual([2, expect.stringContaining('http://memory.example is not encrypted')])
  })

  test('triggers every event with a sample that the SDK verifies', async () => {
    const receiver = await openReceiver(({ body }) => (body.type === 'webhook.test' ? 500 : 204))
    for (const { type } of events) {
      const { code, stdout } = await called('trigger', type, '--forward-to', receiver.url)
      expect([code, stdout]).toEqual([type === 'webhook.test' ? 1 : 0, expect.stringContaining(type)])
      const { raw, headers } = receiver.all.at(-1)!
      expect(await verifyWebhook(raw, headers, secretOf())).toMatchObject({ type, id: expect.stringMatching(/^evt_/) })
    }
    await run('trigger', 'memory.updated', '--forward-to', receiver.url, '--data', '{"change":"moved"}')
    expect(receiver.all.at(-1)?.body.data.change).toBe('moved')
    await receiver.close()
    const away = await called('trigger', 'memory.created', '--forward-to', receiver.url)
    expect([away.code, away.stdout]).toEqual([1, expect.stringContaining('cannot be reached')])
  })

  test('asks for the password again if the last sign-in is too long ago to listen', async () => {
    const receiver = await openReceiver()
    await service.ports.db.count(sql`
      update sessions set created_at = created_at - interval '1 hour', confirmed_at = confirmed_at - interval '1 hour'`)
    const words = ['listen', '--forward-to', receiver.url, '--events', 'memory.created']
    const refused = start(words, { MEMORY_SERVICE_PASSWORD: '' })
    refused.child.stdin.end()
    expect(await refused.ended).toMatchObject({ code: 2, stderr: expect.stringContaining('MEMORY_SERVICE_PASSWORD') })
    const listening = start(words, { MEMORY_SERVICE_PASSWORD: '' })
    listening.child.stdin.write(`${service.password}\n`)
    await expect.poll(() => listening.printed.stdout).toContain('Signing secret: ')
    listening.child.kill('SIGINT')
    expect((await listening.ended).code).toBe(0)
    await receiver.close()
  })

  test('forwards webhooks with signatures until it is interrupted, and shows logs', async () => {
    const receiver = await openReceiver()
    const listening = start(['listen', '--forward-to', receiver.url, '--events', 'memory.created'])
    await expect.poll(() => listening.printed.stdout).toContain(`Signing secret: ${secretOf()}`)
    const token = await service.connect(await service.newPerson(), app, SCOPES)
    const { memoryIds } = await service.remember(token, [{ content: 'Runs on Tuesdays.', scope: 'fitness' }])
    const [delivery] = await receiver.until(1)
    const event = await verifyWebhook(delivery!.raw, delivery!.headers, secretOf())
    expect(event).toMatchObject({ type: 'memory.created', data: { memory: { id: memoryIds[0] } } })
    await expect.poll(() => listening.printed.stdout).toMatch(/memory\.created {2,}200 {2}\d+ ms/)
    const following = start(['tail', 'requests'])
    await expect.poll(() => following.printed.stdout).toContain('/v1/memories')
    listening.child.kill('SIGINT')
    following.child.kill('SIGINT')
    expect([(await listening.ended).code, (await following.ended).code]).toEqual([0, 0])
    const left = sql`select id from webhook_subscriptions where app_id = ${app.id}`
    expect(await service.ports.db.rows(left)).toEqual([])
    const audit = await called('tail', 'audit', '--no-follow')
    expect([audit.code, audit.stdout]).toEqual([
      0,
      expect.stringMatching(/app {8}memories\.write {2}fitness {2}1 {2}con_/),
    ])
    await receiver.close()
  })
})
