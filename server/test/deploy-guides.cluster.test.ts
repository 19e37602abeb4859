import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectSigned, type Fixture, responsesOf, serviceOn, writeFixture } from './fixture.ts'
import { guideOf } from './guide.ts'
import { findBinaries, startPostgres } from './postgres.ts'
import { openReceiver } from './receiver.ts'
import type { TestService } from './service.ts'
import { SHORT_LIVED } from './short-lived.ts'

/*
 * Runs the commands of the guides for Compose and systemd, block by block. Programs that need a daemon are replaced: `docker`
 * and `systemd-run` run what they are given on this machine, `systemctl` and others write down how they were called.
 */

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SECRET_KEY = 'only for tests, only for tests, only for tests'

const DOCKER = `#!/usr/bin/env bash
set -euo pipefail
echo "docker $*" >> "$CALLS"
[ "$1" = compose ] || exit 0
[ "$2 $3" = '-f deploy/compose.yaml' ]
shift 3
case $1 in
  cp) cp "$2" "\${3/database:\\/tmp/$CONTAINER}" ;;
  exec)
    [ "$2" = -T ]
    where=$3
    shift 3
    case $where in
      database) exec "\${@//\\/tmp\\//$CONTAINER/}" ;;
      service) [ "$1" = memory-service ] && shift && exec node ${ROOT}server/dist/command.js "$@" ;;
    esac ;;
esac
`
const SYSTEMD_RUN = `#!/usr/bin/env bash
set -euo pipefail
while [ "\${1#--}" != "$1" ]; do
  case $1 in --setenv=*) export "\${1#--setenv=}" ;; esac
  shift
done
exec "$@"
`
const RECORDED = `#!/usr/bin/env bash
echo "$(basename "$0") $*" >> "$CALLS"
`

let folder: string
let receiver: Awaited<ReturnType<typeof openReceiver>>
let env: Record<string, string>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'memory-service-routes-'))
  receiver = await openReceiver()
  for (const name of ['bin', 'container', 'opt', 'var/lib/memory-service', 'var/backups'])
    await mkdir(join(folder, name), { recursive: true })
  await symlink(ROOT, join(folder, 'opt/memory-service'))
  await symlink(join(ROOT, 'deploy'), join(folder, 'deploy'))
  await symlink(join(ROOT, 'package.json'), join(folder, 'package.json'))
  const programs = { docker: DOCKER, 'systemd-run': SYSTEMD_RUN, systemctl: RECORDED, git: RECORDED }
  for (const [name, text] of Object.entries({
    ...programs,
    npm: RECORDED,
    kubectl: RECORDED,
    'memory-service': RECORDED,
  })) {
    await writeFile(join(folder, 'bin', name), text)
    await chmod(join(folder, 'bin', name), 0o755)
  }
  env = {
    ...SHORT_LIVED,
    PATH: `${join(folder, 'bin')}:${findBinaries()}:${process.env.PATH}`,
    CALLS: join(folder, 'calls'),
    CONTAINER: join(folder, 'container'),
  }
})
afterEach(async () => {
  await receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The `sh` blocks below a heading of a guide. */
function blocksBelow(path: string, heading: string) {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const [, section = ''] = text.split(new RegExp(`^#+ ${heading}\\n`, 'm'))
  const blocks = guideOf(path, section.split(/^#+ /m)[0] ?? '').blocks.filter(({ language }) => language === 'sh')
  expect(blocks.length, `${path}: ${heading}`).toBeGreaterThan(0)
  return blocks.map((block) => block.text)
}

/** Runs a block as it is shown, with the folders of a server below the folder of the test. */
async function paste(block: string): Promise<void> {
  const here = block
    .replaceAll(/(?<=[ ="])\/(var|opt)\//g, `${folder}/$1/`)
    .replaceAll('/usr/bin/node', process.execPath)
    // There is no such user here.
    .replaceAll(' -o memory-service', '')
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', here], { cwd: folder, env })
}

const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')

describe('the backup guide', () => {
  let story: Fixture
  let before: Awaited<ReturnType<typeof responsesOf>>
  async function write(service: TestService): Promise<void> {
    story = await writeFixture(service, receiver.url)
    before = await responsesOf(service, story)
  }
  async function expectSame(service: TestService): Promise<void> {
    expect(await responsesOf(service, story)).toEqual(before)
    await expectSigned(service, story)
    await service.stop()
  }

  test('backs up and restores the database of Compose', async () => {
    const cluster = await startPostgres({})
    const { hostname, port, username, password } = new URL(cluster.url)
    Object.assign(env, { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: decodeURIComponent(password) })
    const create = `create role memory superuser login password '${env.PGPASSWORD}'`
    await paste(`psql --dbname=postgres --quiet --command="${create}" --command='create database memory owner memory'`)
    const url = new URL(cluster.url)
    Object.assign(url, { username: 'memory', pathname: '/memory' })
    Object.assign(env, { DATABASE_URL: url.href, SECRET_KEY })
    const start = () => serviceOn({ dataDir: join(folder, 'none'), databaseUrl: url.href, secretKey: SECRET_KEY })
    const service = await start()
    await write(service)
    const [dump = '', restore = ''] = blocksBelow('docs/backup.md', 'With Compose')
    await paste(dump)
    await service.ok('DELETE', '/v1/auth/account', {
      cookie: story.person.cookie,
      body: { password: service.password },
    })
    await service.stop()
    await paste(restore)
    await expectSame(await start())
    expect(calls().filter((call) => / (stop|up) /.test(call))).toEqual([
      'docker compose -f deploy/compose.yaml stop service',
      'docker compose -f deploy/compose.yaml up --detach service',
    ])
    await cluster.stop()
  })

  test('backs up and restores the embedded database under systemd', async () => {
    const start = () => serviceOn({ dataDir: join(folder, 'var/lib/memory-service') })
    const service = await start()
    await write(service)
    const [backup = '', restore = ''] = blocksBelow('docs/backup.md', 'Under systemd')
    await paste(backup)
    await service.ok('DELETE', '/v1/auth/account', {
      cookie: story.person.cookie,
      body: { password: service.password },
    })
    await service.stop()
    await paste(restore)
    await expectSame(await start())
    expect(calls()).toEqual(['systemctl stop memory-service', 'systemctl start memory-service'])
  })
})

test('the upgrade guide has commands for each route, which name what exists', async () => {
  for (const block of blocksBelow('docs/upgrading.md', 'The commands')) await paste(block)
  const { version, scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
  const image = `${/newName: (.+)/.exec(read('deploy/kubernetes/kustomization.yaml'))?.[1]}:${version}`
  for (const call of new Set(calls())) {
    const [program, verb = '', ...rest] = call.split(' ')
    const last = rest.at(-1) ?? ''
    if (program === 'npm' && verb === 'run') expect(Object.keys(scripts)).toContain(last)
    else if (program === 'systemctl') expect(read(`deploy/systemd/${last}.service`)).toContain('ExecStart=')
    else if (call.startsWith('docker compose'))
      expect(read('deploy/compose.yaml')).toMatch(new RegExp(`^  ${last}:$`, 'm'))
    else if (program === 'docker') expect(call).toContain(image)
    else if (call.includes('rollout')) {
      expect(last).toMatch(/^deployment\//)
      expect(read(`deploy/kubernetes/${last.split('/')[1]}.yaml`)).toContain('kind: Deployment')
    } else
      expect([
        ...['git pull', 'npm ci', 'npm start', 'npm install --global memory-service@latest'],
        ...['memory-service --version', 'kubectl apply -k deploy/kubernetes'],
      ]).toContain(call)
  }
})
