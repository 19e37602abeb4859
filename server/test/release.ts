import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** The last release, built in a folder of its own with the packages of this tree. */
export interface Release {
  folder: string
  /** The compiled service. */
  main: string
  remove(): Promise<void>
}

/**
 * Takes the commit that `.ci/last-release` names out of the history and compiles its server.
 * @throws when the history does not reach so far back, as in a shallow clone.
 */
export async function buildLastRelease(): Promise<Release> {
  const commit = (await readFile(join(ROOT, '.ci/last-release'), 'utf8')).trim()
  await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).catch(() => {
    throw new Error(`The last release, ${commit}, is not in this clone's history. Fetch it: git fetch --unshallow`)
  })
  const folder = await mkdtemp(join(tmpdir(), 'memory-service-release-'))
  try {
    await extract(commit, folder)
    await linkPackages(folder)
    await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', 'server', '--noCheck'], {
      cwd: folder,
    })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return {
    folder,
    main: join(folder, 'server/dist/main.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function extract(commit: string, folder: string): Promise<void> {
  const archive = spawn('git', ['archive', commit], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const unpack = spawn('tar', ['-x', '-C', folder], { stdio: [archive.stdout, 'inherit', 'inherit'] })
  const [[archived], [unpacked]] = await Promise.all([once(archive, 'exit'), once(unpack, 'exit')])
  if (archived !== 0 || unpacked !== 0) throw new Error(`The commit ${commit} could not be unpacked.`)
}

// Each workspace has packages of its own beside the common ones.
async function linkPackages(folder: string): Promise<void> {
  for (const workspace of ['', ...(await readdir(folder))]) {
    const packages = join(ROOT, workspace, 'node_modules')
    const inside = await readdir(packages).catch(() => null)
    if (inside) await symlink(packages, join(folder, workspace, 'node_modules')).catch(() => {})
  }
}

/** How a run of the release's own tests ended. */
export interface Outcome {
  passed: number
  failed: string[]
}

/**
 * Runs tests of the release, with its own code, on databases that this tree has migrated.
 * @param include globs of its test files.
 */
export async function runReleaseTests({ folder }: Release, include: string[]): Promise<Outcome> {
  const config = join(folder, 'upgraded.config.mjs')
  const setup = join(ROOT, 'server/test/postgres.setup.ts')
  // Pages know nothing of the database, and are built with packages of that time.
  const pages = '**/pages.test.ts'
  const exclude = [pages, '**/*.unit.test.ts', '**/*.onnx.test.ts', '**/node_modules/**']
  const test = { name: 'upgraded', include, exclude, globalSetup: setup, testTimeout: 120_000, hookTimeout: 120_000 }
  await writeFile(
    config,
    `export default ${JSON.stringify({ root: folder, server: { fs: { strict: false } }, test: { ...test, maxWorkers: 2 } })}`,
  )
  const report = join(folder, 'report.json')
  const args = ['run', '--config', config, '--reporter=json', `--outputFile=${report}`]
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: folder,
    env: withoutRunner(process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complaint] = [text(child.stdout), text(child.stderr)]
  await once(child, 'close')
  const written = await readFile(report, 'utf8').catch(async () => {
    throw new Error(`the release's tests left no report: ${await said}${await complaint}`)
  })
  const { numPassedTests, testResults } = JSON.parse(written) as Report
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status !== 'passed')
    if (!tests.length && status !== 'passed') return [`${name}: ${message}`]
    return tests.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.join('\n')}`)
  })
  return { passed: numPassedTests, failed }
}

interface Report {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

// The inner run is not a worker of the outer one.
function withoutRunner(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(VITEST|TINYPOOL|TEST$|NODE_ENV$)/.test(name)))
}
