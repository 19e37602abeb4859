import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { subscribed } from './hooks.ts'
import { dropDatabase, findBinaries, freshDatabase } from './postgres.ts'
import { openReceiver } from './receiver.ts'
import { secondService, testService } from './service.ts'

/* Runs the scripts of deploy/backup: a dump is restored as a copy, and one person's memories are brought back from it. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const SECRET_KEY = 'the key of the drill, the key of the drill'
const NEW_KEY = 'the next key of the drill, the next key of the drill'
/** So few that only the last rows are missing. */
const MISSING_BYTES = 60

test('brings one person’s memories back from a restored dump, while others go on', { timeout: 300_000 }, async () => {
  const receiver = await openReceiver()
  const service = await testService({ secretKey: SECRET_KEY })
  const url = service.databaseUrl as string
  const copy = await freshDatabase(url)
  const folder = await mkdtemp(join(tmpdir(), 'memory-service-person-'))
  const env: Record<string, string> = { DATABASE_URL: url, SECRET_KEY }
  const run = (script: string, ...args: string[]) =>
    promisify(execFile)(script, args, {
      cwd: root,
      env: {
        // Without memory-service in PATH, the scripts use the checkout that they are in.
        PATH: [dirname(process.execPath), findBinaries(), '/usr/bin', '/bin'].join(':'),
        ...env,
      },
    })
  try {
    const { person, token } = await subscribed(service, receiver.url)
    const other = await service.connected(['memory:read:*', 'memory:write:*'])
    const write = async (of: string, content: string) =>
      (await service.remember(of, [{ content, scope: 'fitness' }])).memoryIds[0]
    const ids = [await write(token, 'Runs on Mondays.'), await write(token, 'Swims on Fridays.')]
    await service.ok('PATCH', `/v1/memories/${ids[1]}`, { token, body: { content: 'Swims on Sundays.' } })
    await write(other.token, 'Cycles.')
    await run('pg_dump', '--format=custom', '--no-owner', `--file=${folder}/dump`, url)
    const erase = (id: string) => service.ok('DELETE', `/v1/memories/${id}?erase=true`, { cookie: person.cookie })
    for (const id of ids) await erase(id)
    await write(other.token, 'Climbs.')
    await write(token, 'Written after the backup.')

    await copyFile(`${folder}/dump`, `${folder}/incomplete`)
    await truncate(`${folder}/incomplete`, (await stat(`${folder}/dump`)).size - MISSING_BYTES)
    await expect(run('deploy/backup/restore-dump.sh', `${folder}/incomplete`, copy)).rejects.toThrow('could not read')
    // Nothing of the incomplete dump is left: the script refuses a database that is not empty.
    await run('deploy/backup/restore-dump.sh', `${folder}/dump`, copy)
    const sent = receiver.all.length
    const { stdout } = await run('deploy/backup/restore-person.sh', copy, person.email)
    expect(stdout).toContain(`${person.email} (${person.id}): 3 brought back, 0 still there`)
    const contents = async (credential: object) =>
      (await service.ok('GET', '/v1/memories', credential)).memories.map((each: { content: string }) => each.content)
    expect((await contents({ token })).sort()).toEqual([
      'Runs on Mondays.',
      'Swims on Sundays.',
      'Written after the backup.',
    ])
    const { items } = await service.ok('GET', `/v1/memories/${ids[1]}/history`, { cookie: person.cookie })
    expect(items).toHaveLength(2)
    expect(await contents({ token: other.token })).toHaveLength(2)
    expect(receiver.all.length).toBe(sent)

    // A copy from before a change of the key.
    await erase(ids[0])
    const restarted = await secondService(service, { secretKey: NEW_KEY, secretKeyPrevious: SECRET_KEY })
    await restarted.stop()
    Object.assign(env, { SECRET_KEY: NEW_KEY, SECRET_KEY_PREVIOUS: SECRET_KEY })
    await run('node', 'server/dist/command.js', 'rotate-key')
    delete env.SECRET_KEY_PREVIOUS
    env.COPY_SECRET_KEY = SECRET_KEY
    const again = await run('deploy/backup/restore-person.sh', copy, person.email)
    expect(again.stdout).toContain('1 brought back, 2 still there')
  } finally {
    await service.stop()
    await receiver.close()
    await dropDatabase(copy)
    await rm(folder, { recursive: true })
  }
})
