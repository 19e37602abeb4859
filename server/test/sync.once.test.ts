import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runDeveloperCommand } from '../src/developer-cli/command.ts'
import { readGuide } from './guide.ts'
import { notesFolder, SCOPES } from './notes-folder.ts'
import { decide } from './oauth-client.ts'

const PROGRAM = fileURLToPath(new URL('../dist/bin.js', import.meta.url))

const { home, sync, read, write, stored, own, patch } = notesFolder()

describe('memory-service sync', () => {
  test('writes memories as notes, stores new lines, and does nothing the second time', async () => {
    await own('fitness.trail', 'Runs along the river\non Tuesdays.', 'preference')
    await own('health', 'Is allergic to hazelnuts.')
    write('fitness.md', '# Sport\n\nMy own words.\n\n- [goal] Wants to swim a mile\n- [ ] Buy goggles\n')
    expect(await sync()).toMatchObject({ code: 0, stderr: expect.stringContaining('1 stored, 0 edited, 0 deleted') })
    expect(read('fitness/trail.md')).toBe('# Fitness trail\n\n- [preference] Runs along the river\n  on Tuesdays.\n')
    expect(read('fitness.md')).toContain('My own words.')
    expect(existsSync(join(home.folder, 'health.md'))).toBe(false)
    const after = await stored()
    expect(after).toContain('fitness: Wants to swim a mile')
    const again = await sync()
    expect([again.stdout, again.code]).toEqual(['', 0])
    expect(await stored()).toEqual(after)
  })

  test('reads a note as its document shows it', async () => {
    const { blocks } = readGuide('docs/notes.md')
    write('fitness/trail.md', blocks.find(({ language }) => language === 'markdown')?.text ?? '')
    await sync()
    expect(await stored()).toEqual([
      'fitness.trail: Knows the coast path well.',
      'fitness.trail: Runs along the river on Tuesdays,\nbefore work.',
    ])
    const commands =
      blocks
        .find(({ language }) => language === 'sh')
        ?.text.trim()
        .split('\n') ?? []
    for (const command of commands) {
      const words = command
        .split(' ')
        .slice(3)
        .filter((word) => !['--login', '--watch'].includes(word))
      expect(await sync('--dry-run', ...words.slice(1, -1), home.service.url)).toMatchObject({ code: 0, stdout: '' })
    }
  })

  test('carries edits, moves and deletions in both directions', async () => {
    const { memoryIds } = await own('fitness', 'Runs on Tuesdays.')
    await own('fitness', 'Has a blue bicycle.')
    await own('fitness.trail', 'Knows the coast path well.')
    await sync()
    await patch(memoryIds[0], { content: 'Runs on Thursdays.' })
    write('fitness.md', read('fitness.md').replace('blue bicycle', 'red bicycle'))
    write('fitness/gym.md', '- Knows the coast path well.\n')
    rmSync(join(home.folder, 'fitness/trail.md'))
    expect((await sync()).stdout.split('\n').sort()).toEqual([
      '',
      'changed   fitness  Runs on Thursdays.',
      'edited    fitness  Has a red bicycle.',
      'edited    fitness.gym  Knows the coast path well.',
    ])
    const { memories } = await home.service.get(`/v1/memories?scope=fitness.gym`, home.token)
    expect(memories).toMatchObject([{ revision: 2 }])
    write('fitness.md', read('fitness.md').replace('- [fact] Runs on Thursdays.\n', ''))
    await home.service.ok('DELETE', `/v1/memories/${memories[0].id}`, { cookie: home.person.cookie })
    await sync()
    expect(await stored()).toEqual(['fitness: Has a red bicycle.'])
    expect(existsSync(join(home.folder, 'fitness/gym.md'))).toBe(false)
    const { items } = await home.service.ok('GET', '/v1/memories/trash', { cookie: home.person.cookie })
    expect(items).toHaveLength(2)
  })

  test('keeps both texts of a line that was changed on both sides, and a change against a deletion', async () => {
    const { memoryIds: first } = await own('fitness', 'Swims at the lido with Ana.')
    const { memoryIds: second } = await own('fitness', 'Owns two old kettlebells.')
    await sync()
    await patch(first[0], { content: 'Swims at the lido with Ben.' })
    await patch(second[0], { content: 'Owns three old kettlebells.' })
    write('fitness.md', '- [fact] Swims at the lido with Cleo.\n')
    const { code, stderr } = await sync()
    expect([code, stderr]).toEqual([0, expect.stringContaining('both kept: fitness  Swims at the lido with Cleo.')])
    const all = ['Owns three old kettlebells.', 'Swims at the lido with Ben.', 'Swims at the lido with Cleo.']
    expect(await stored()).toEqual(all.map((text) => `fitness: ${text}`))
    for (const text of all) expect(read('fitness.md')).toContain(`- [fact] ${text}`)
    expect((await sync()).stdout).toBe('')
  })

  test('writes nothing beyond the grants, and leaves such lines in the notes', async () => {
    await own('work', 'Works at a bakery.')
    await own('health', 'Sleeps badly.')
    await sync()
    const before = await stored()
    write('work.md', '- Works at a bank\n')
    write('health.md', '- Sleeps well\n')
    write('My notes.md', '- Is private\n')
    const { code, stderr } = await sync()
    expect(code).toBe(0)
    expect(stderr).toContain('not stored: work  Works at a bank — no right to write work')
    expect(stderr).toContain('not synced: health.md: the connection may not read health')
    expect(stderr).toContain('not synced: My notes.md: its name is no scope')
    expect(await stored()).toEqual(before)
    expect(read('work.md')).toBe('- Works at a bank\n- [fact] Works at a bakery.\n')
    expect(read('health.md')).toBe('- Sleeps well\n')
    rmSync(join(home.folder, 'work.md'))
    await sync()
    expect(read('work.md')).toContain('Works at a bakery.')
  })

  test('leaves notes alone when the person narrows the connection or ends it', async () => {
    await own('fitness', 'Runs on Tuesdays.')
    await own('work', 'Works at a bakery.')
    await sync()
    const { id } = await home.service.get('/v1/connection', home.token)
    const scopes = ['memory:read:fitness.*', 'memory:write:fitness.*']
    await home.service.ok('PATCH', `/v1/connections/${id}`, { cookie: home.person.cookie, body: { scopes } })
    expect((await sync()).stderr).toContain('not synced: work.md')
    expect(read('work.md')).toContain('Works at a bakery.')
    await home.service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: home.person.cookie })
    expect(await sync()).toMatchObject({ code: 1, stdout: '' })
    expect(read('fitness.md')).toContain('Runs on Tuesdays.')
  })

  test('deletes more than ten only with --yes, and shows them with --dry-run', async () => {
    const memories = Array.from({ length: 12 }, (_, at) => ({ scope: 'fitness', content: `Session ${at} was fine.` }))
    await home.service.remember(home.token, memories)
    await sync()
    rmSync(join(home.folder, 'fitness.md'))
    const refused = await sync()
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('This would delete 12 memories')])
    expect((await sync('--dry-run')).stdout.match(/would delete/g)).toHaveLength(12)
    expect(await stored()).toHaveLength(12)
    expect(await sync('--yes')).toMatchObject({ code: 0, stderr: expect.stringContaining('12 deleted') })
    expect(await stored()).toEqual([])

    await home.service.remember(home.token, memories)
    await sync()
    const { memories: now } = await home.service.get('/v1/memories?limit=100', home.token)
    const ids = now.map(({ id }: { id: string }) => id)
    await home.service.ok('POST', '/v1/memories/delete', { cookie: home.person.cookie, body: { ids } })
    expect(await sync()).toMatchObject({ code: 1, stderr: expect.stringContaining('12 lines of the notes') })
    expect(read('fitness.md')).toContain('Session 11')
  })

  test('reports lines that the service refuses, and stores the others', async () => {
    write('fitness.md', `- Runs on Tuesdays.\n- The password is hunter2-Kx91.\n- ${'long '.repeat(2_000)}\n`)
    const { code, stderr } = await sync()
    expect(code).toBe(1)
    expect(stderr.match(/^not stored: fitness/gm)).toHaveLength(2)
    expect(await stored()).toEqual(['fitness: Runs on Tuesdays.'])
    expect(read('fitness.md')).toContain('hunter2')
  })

  test('refuses the folder of another person, a second sync, and links out of the folder', async () => {
    await own('fitness.trail', 'Runs on Tuesdays.')
    await sync()
    write('.memory-service/lock', String(process.pid))
    expect(await sync()).toMatchObject({ code: 1, stderr: expect.stringContaining('is syncing this folder') })
    // The process that held this one has ended.
    write('.memory-service/lock', '999999999')
    expect(await sync()).toMatchObject({ code: 0 })
    Object.assign(home, await home.service.connected(SCOPES))
    expect(await sync()).toMatchObject({ code: 1, stderr: expect.stringContaining('belongs to') })
    expect(read('fitness/trail.md')).toContain('Runs on Tuesdays.')

    home.folder = mkdtempSync(join(home.root, 'links-'))
    const outside = mkdtempSync(join(home.root, 'outside-'))
    symlinkSync(outside, join(home.folder, 'fitness'))
    await own('fitness.trail', 'Swims on Mondays.')
    expect(await sync()).toMatchObject({ code: 1, stderr: expect.stringContaining('is a link') })
    expect(existsSync(join(outside, 'trail.md'))).toBe(false)

    home.folder = mkdtempSync(join(home.root, 'state-'))
    symlinkSync(outside, join(home.folder, '.memory-service'))
    expect(await sync()).toMatchObject({ code: 1, stderr: expect.stringContaining('is a link') })
    rmSync(join(home.folder, '.memory-service'))
    const foreign = join(outside, 'profile')
    writeFileSync(foreign, 'mine')
    mkdirSync(join(home.folder, '.memory-service'))
    symlinkSync(foreign, join(home.folder, '.memory-service', 'sync.json.new'))
    expect(await sync()).toMatchObject({ code: 0 })
    expect(readFileSync(foreign, 'utf8')).toBe('mine')
  })

  test('deletes nothing because of a state that another machine has written', async () => {
    await own('fitness', 'Runs on Tuesdays.')
    await sync()
    const { mac, ...state } = JSON.parse(read('.memory-service/sync.json'))
    expect(mac).toMatch(/^[\w-]{43}$/)
    for (const planted of [state, { ...state, mac: 'x'.repeat(43) }]) {
      write('.memory-service/sync.json', JSON.stringify(planted))
      rmSync(join(home.folder, 'fitness.md'))
      expect(await sync()).toMatchObject({ code: 0, stderr: expect.stringContaining('0 deleted') })
      expect(await stored()).toEqual(['fitness: Runs on Tuesdays.'])
      expect(read('fitness.md')).toContain('Runs on Tuesdays.')
    }
  })

  test('syncs only a scope, and changes no memory with --read-only', async () => {
    await own('fitness', 'Runs on Tuesdays.')
    await own('work', 'Works at a bakery.')
    await sync('--scope', 'work')
    expect([existsSync(join(home.folder, 'work.md')), existsSync(join(home.folder, 'fitness.md'))]).toEqual([
      true,
      false,
    ])
    write('fitness.md', '- Has a bicycle.\n')
    const { stderr } = await sync('--read-only')
    expect(stderr).toContain('not stored: fitness  Has a bicycle. — --read-only')
    expect(read('fitness.md')).toBe('- Has a bicycle.\n- [fact] Runs on Tuesdays.\n')
    expect(await stored()).toHaveLength(2)
  })

  test('asks for access in the browser, and watches both sides until it is interrupted', async () => {
    const env = { PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: home.folder, MEMORY_SERVICE_URL: home.service.url }
    const notes = join(home.folder, 'notes')
    const args = [PROGRAM, 'sync', notes, '--watch', '--every', '5', '--login', '--no-browser']
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    const ended = once(child, 'close')
    await expect.poll(() => output).toMatch(/^ {2}http\S+$/m)
    const [, address = ''] = /^ {2}(http\S+)$/m.exec(output) ?? []
    expect(new URL(address).searchParams.get('scope')).toBe('memory:read:* memory:write:*')
    const page = await fetch(address, { redirect: 'manual' })
    await fetch(await decide(home.service, new URL(page.headers.get('location') ?? ''), home.person))
    await expect.poll(() => output).toContain('0 stored')
    mkdirSync(notes, { recursive: true })
    writeFileSync(join(notes, 'fitness.md'), '- Runs on Tuesdays.\n')
    await expect.poll(stored).toEqual(['fitness: Runs on Tuesdays.'])
    await own('work', 'Works at a bakery.')
    await expect.poll(() => existsSync(join(notes, 'work.md'))).toBe(true)
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    expect(existsSync(join(notes, '.memory-service/lock'))).toBe(false)
  })

  test.each([
    [[], 'Name the folder of the notes'],
    [['a', 'b'], 'sync takes one folder.'],
    [['a', '--scope', 'Fit'], '“Fit” is not a scope'],
    [['a', '--every', '1'], '--every must be a number of seconds from 5.'],
  ])('refuses %j', async (args, reason) => {
    let notes = ''
    const note = (line: string) => (notes += line)
    const ports = { input: Readable.from([]), print: () => {}, note, stop: new Promise(() => {}) }
    expect(await runDeveloperCommand(['sync', ...args], { ...ports, env: { MEMORY_SERVICE_TOKEN: 'mst_1' } })).toBe(2)
    expect(notes).toContain(reason)
  })

  test('asks for a login if it has no token', async () => {
    home.token = ''
    const { code, stderr } = await sync()
    expect([code, stderr]).toEqual([3, expect.stringContaining('Run: memory-service sync --login')])
  })
})
