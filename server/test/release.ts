import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findLastRelease } from './last-release.ts'
import LATE_OPTIMIZATION from './late-optimization.json' with { type: 'json' }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** The last release, compiled in a separate folder with the dependencies of this tree. */
export interface Release {
  folder: string
  /** The compiled program. */
  main: string
  remove(): Promise<void>
}

/**
 * Extracts the last release from the git history and compiles its server.
 * @throws if the history contains no release, as in a shallow clone
 */
export async function buildLastRelease(): Promise<Release> {
  const { commit } = await findLastRelease()
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
  if (archived !== 0 || unpacked !== 0) throw new Error(`The commit ${commit} could not be extracted.`)
}

/** Links the installed dependencies of this tree, except for workspaces, which come from the release. */
async function linkPackages(folder: string): Promise<void> {
  const lock: Lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'))
  const workspaces = Object.entries(lock.packages).flatMap(([path, { link, resolved = '' }]) =>
    link ? [{ path, resolved }] : [],
  )
  const scopes = new Set(workspaces.map(({ path }) => path.split('/')[1]))
  await mkdir(join(folder, 'node_modules'))
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (!scopes.has(name)) await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  for (const { path, resolved } of workspaces) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await symlink(join(folder, resolved), join(folder, path))
    const inner = join(ROOT, resolved, 'node_modules')
    if (await readdir(inner).catch(() => null)) await symlink(inner, join(folder, resolved, 'node_modules'))
  }
}

interface Lock {
  packages: Record<string, { link?: boolean; resolved?: string }>
}

/** The result of the release's own tests. */
export interface Outcome {
  passed: number
  failed: string[]
}

/**
 * Runs tests of the release, with its own code, on databases that this tree has migrated.
 * @param include globs of its test files
 */
export async function runReleaseTests({ folder }: Release, include: string[]): Promise<Outcome> {
  const config = join(folder, 'upgraded.config.mjs')
  const setup = join(ROOT, 'server/test/postgres.setup.ts')
  // Tests of the pages need a build of them; tests of the kinds below do not use the database.
  const kinds = ['unit', 'bulk', 'once', 'embedded', 'cluster', 'release', 'guide', 'onnx', 'long']
  const exclude = ['**/pages.test.ts', ...kinds.map((kind) => `**/*.${kind}.test.ts`), '**/node_modules/**']
  const limits = { testTimeout: 120_000, hookTimeout: 120_000 }
  const test = {
    name: 'upgraded',
    include,
    exclude,
    globalSetup: setup,
    isolate: false,
    execArgv: LATE_OPTIMIZATION,
    ...limits,
  }
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
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)]
  await once(child, 'close')
  const written = await readFile(report, 'utf8').catch(async () => {
    throw new Error(`the release's tests wrote no report: ${await stdout}${await stderr}`)
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

// Without these variables, the inner run does not take itself for a worker of the outer run.
function withoutRunner(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(VITEST|TINYPOOL|TIER$|TEST$|NODE_ENV$)/.test(name)),
  )
}
