import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const SDK = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

/** Packs the package as for publication and installs it into an empty folder, offline. */
export async function installed() {
  const folder = await mkdtemp(join(tmpdir(), 'memory-service-sdk-'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: SDK })
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], { cwd: folder })
  return {
    folder,
    files: files.map(({ path }) => path),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
