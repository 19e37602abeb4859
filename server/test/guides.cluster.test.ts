import { execFile } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { chmod, cp, mkdir, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadSecretKey } from '../src/foundation/auth/key-files.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { expectSigned, type Fixture, responsesOf, serviceOn, writeFixture } from './fixture.ts'
import { freePort } from './free-port.ts'
import { findBinaries, freshDatabase, type Postgres, startPostgres, unprivileged } from './postgres.ts'
import { openReceiver } from './receiver.ts'
import type { TestService } from './service.ts'
import { SHORT_LIVED } from './short-lived.ts'

// Starting processes and creating databases is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const guide = read('docs/backup.md')

const blocksOf = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block)

describe('the guides', () => {
  test('mention only commands and files that exist', () => {
    const { scripts } = JSON.parse(read('package.json'))
    for (const text of [guide, read('docs/upgrading.md')]) {
      const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name)
      expect(named.length).toBeGreaterThan(0)
      expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
    }
  })
})

test('each example of a restore has a folder and a port of its own', () => {
  const targets = [...guide.matchAll(/^deploy\/backup\/restore\.sh \S+ \S+ (\S+) (\S+)/gm)].map(
    ([, ...target]) => target,
  )
  expect(targets.length).toBeGreaterThan(1)
  for (const at of [0, 1]) expect(new Set(targets.map((target) => target[at])).size).toBe(targets.length)
})

describe('the backup guide, run block by block', () => {
  const owner = unprivileged()
  const shown = blocksOf(guide, 'bash')
  let folder: string
  let cluster: Postgres
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  let env: Record<string, string>
  let story: Fixture
  let before: Awaited<ReturnType<typeof responsesOf>>

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'memory-service-guide-'))
    await mkdir(join(folder, 'archive'))
    await mkdir(join(folder, 'backups'))
    // The scripts, where the user that runs PostgreSQL can read them.
    await cp(join(ROOT, 'deploy/backup'), join(folder, 'deploy/backup'), { recursive: true })
    await chmod(folder, 0o755)
    if (owner.uid !== undefined)
      for (const path of ['', 'archive', 'backups']) chownSync(join(folder, path), owner.uid, owner.gid!)
    const settings = [
      ...blocksOf(guide, 'ini')
        .join('')
        .matchAll(/^(\w+) = '?(.*?)'?$/gm),
    ]
    cluster = await startPostgres({
      settings: Object.fromEntries(
        settings.map(([, name, value = '']) => [
          name,
          value.replace('/opt/memory-service', folder).replace(/ \/archive$/, ` ${folder}/archive`),
        ]),
      ),
    })
    receiver = await openReceiver()
    env = {
      ...SHORT_LIVED,
      PATH: `${findBinaries()}:${process.env.PATH}`,
      DATABASE_URL: await freshDatabase(cluster.url),
      NEW_DATABASE_URL: await freshDatabase(cluster.url),
      ADMIN_URL: cluster.url,
      BACKUPS: join(folder, 'backups'),
      ARCHIVE: join(folder, 'archive'),
      PGDATA: join(folder, 'copy'),
      PGPORT: String(await freePort()),
    }
  })
  afterAll(async () => {
    await paste('', 'pg_ctl --pgdata="$PGDATA" --mode=immediate stop', owner).catch(() => {})
    await receiver.close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs the blocks that contain a text in a separate shell; `npm run` commands run without a build. */
  async function paste(holding: string, text = '', as = {}): Promise<void> {
    const blocks = text ? [text] : shown.filter((block) => block.includes(holding))
    expect(blocks.length).toBeGreaterThan(0)
    const script = blocks.join('').replaceAll(/npm run (\w+) --/g, `node ${ROOT}server/dist/command.js $1`)
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env, ...as })
  }
  /** The line of the guide that runs a script, with these arguments instead of its own. */
  function lineOf(script: string, ...args: string[]): string {
    const line = blocksOf(guide, 'text')
      .flatMap((block) => block.split('\n'))
      .find((line) => line.includes(script))
    expect(line?.split(' ').slice(1)).toHaveLength(args.length)
    return [line?.split(' ')[0], ...args].join(' ')
  }
  /** Debian and Red Hat have PostgreSQL's programs outside PATH, where the scripts find them. */
  const pathOfScripts = () =>
    /^\/usr\/(lib\/postgresql|pgsql)/.test(findBinaries() ?? '') ? '/usr/bin:/bin' : (env.PATH as string)
  /** Makes a base backup of the cluster, and returns its folder. */
  async function backUp(): Promise<string> {
    // Given to the server as an argument, and so not in its files; a copy needs at least as many.
    await paste('', `psql "$ADMIN_URL" --quiet --command='alter system set max_connections = 300'`)
    const { hostname, port, username, password } = new URL(cluster.url)
    const connection = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: decodeURIComponent(password) }
    Object.assign(env, { PGUSER: username, PGPASSWORD: connection.PGPASSWORD })
    const backups = env.BACKUPS as string
    await paste('', lineOf('base-backup.sh', backups, '7', env.ARCHIVE as string), {
      ...owner,
      env: { ...env, PATH: pathOfScripts(), ...connection },
    })
    const [name = ''] = (await readdir(backups)).filter((name) => name.startsWith('base-'))
    return join(backups, name)
  }
  /** Restores a base backup and the archive into `PGDATA`. */
  async function restore(base: string): Promise<void> {
    const { ARCHIVE = '', PGDATA = '', PGPORT = '', DATABASE_URL = '' } = env
    const line = lineOf('restore.sh', base, ARCHIVE, PGDATA, PGPORT, new URL(DATABASE_URL).pathname.slice(1))
    await paste('', line, { ...owner, env: { ...env, PATH: pathOfScripts() } })
  }
  /** A restored copy sends nothing before this command. */
  const resumeSending = (DATABASE_URL = '') => paste('resume sending', '', { env: { ...env, DATABASE_URL } })
  const dataDir = (name: string) => join(folder, name)
  const onDatabase = (databaseUrl = env.DATABASE_URL) =>
    serviceOn({ dataDir: dataDir('none'), databaseUrl, secretKey: env.SECRET_KEY, userPlan: 'pro' })
  async function expectSame(service: TestService): Promise<void> {
    expect(await responsesOf(service, story)).toEqual(before)
    await expectSigned(service, story)
  }

  test('restores an embedded service, also into PostgreSQL', async () => {
    const service = await serviceOn({ dataDir: dataDir('data') })
    story = await writeFixture(service, receiver.url)
    before = await responsesOf(service, story)
    await paste('npm run backup')
    await service.stop()
    await paste('npm run restore')
    await paste('npm run move')
    env.SECRET_KEY = loadSecretKey(dataDir('restored'))
    await paste('secret.key')
    const moved = await onDatabase()
    await expectSame(moved)
    await moved.stop()
  })

  test('restores PostgreSQL from a dump', async () => {
    await paste('pg_dump')
    await paste('restore-dump.sh')
    await resumeSending(env.NEW_DATABASE_URL)
    const restored = await onDatabase(env.NEW_DATABASE_URL)
    await expectSame(restored)
    await restored.stop()
  })

  test('restores PostgreSQL from a base backup and WAL, with writes made during and after the backup', async () => {
    const service = await onDatabase()
    const { db } = service.ports
    const writer = await service.connected(['memory:read:*', 'memory:write:*'])
    const acknowledged: string[] = []
    let over = false
    const writing = (async () => {
      while (!over) {
        acknowledged.push(...(await service.remember(writer.token, [{ content: 'Noted.', scope: 'note' }])).memoryIds)
        // Paced, so that a long backup does not fill the store.
        await sleep(20)
      }
    })()
    const base = await backUp()
    over = true
    await writing
    const { segment } = await db.one<{ segment: string }>(sql`select pg_walfile_name(pg_switch_wal()) as segment`)
    const archived = () => db.maybe(sql`select 1 from pg_stat_archiver where last_archived_wal >= ${segment}`)
    await expect.poll(archived, { timeout: 30_000 }).toBeTruthy()
    await service.stop()
    await restore(base)
    const url = new URL(env.DATABASE_URL!)
    url.port = env.PGPORT!
    await resumeSending(url.href)
    const restored = await onDatabase(url.href)
    await expectSame(restored)
    const rows = await restored.ports.db.rows<{ id: string }>(
      sql`select id from memories where user_id = ${writer.person.id}`,
    )
    expect(rows.map(({ id }) => id).sort()).toEqual(acknowledged.sort())
    await restored.stop()
  })
})
