import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PYTHON } from './python.setup.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const PARTS = ['pyproject.toml', 'README.md', 'LICENSE', 'src']
const BUILD = 'import setuptools.build_meta as b; b.build_sdist("dist"); b.build_wheel("dist")'
const OFFLINE = ['--no-index', '--no-deps', '--no-build-isolation', '--no-compile', '--disable-pip-version-check', '-q']

/** Builds the wheel and the source distribution as for publication, and installs them into empty folders, offline. */
export async function installed() {
  const folder = mkdtempSync(join(tmpdir(), 'memory-service-python-'))
  // Root may write into its own folders only, and pip would say so.
  const env = { PATH: process.env.PATH, HOME: folder, PIP_ROOT_USER_ACTION: 'ignore' }
  const python = async (...args: string[]) =>
    (await promisify(execFile)(PYTHON, args, { cwd: join(folder, 'source'), env })).stdout
  for (const part of PARTS) cpSync(join(PACKAGE, part), join(folder, 'source', part), { recursive: true })
  mkdirSync(join(folder, 'source/dist'))
  await python('-c', BUILD)
  const built = (ending: string) =>
    `dist/${readdirSync(join(folder, 'source/dist')).find((name) => name.endsWith(ending))}`
  const [sdist, wheel] = [built('.tar.gz'), built('.whl')]
  const namesIn = async (open: string): Promise<string[]> =>
    JSON.parse(await python('-c', `import json, tarfile, zipfile; print(json.dumps(${open}))`))
  const modules = join(folder, 'modules')
  await Promise.all([
    python('-m', 'pip', 'install', ...OFFLINE, '--target', modules, wheel),
    python('-m', 'pip', 'install', ...OFFLINE, '--target', join(folder, 'from-source'), sdist),
  ])
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  symlinkSync(PYTHON, join(bin, 'python3'))
  return {
    folder,
    modules,
    bin,
    wheel: (await namesIn(`zipfile.ZipFile("${wheel}").namelist()`)).sort(),
    sdist: (await namesIn(`tarfile.open("${sdist}").getnames()`)).map((path) => path.replace(/^[^/]+\//, '')),
    metadata: readFileSync(join(modules, metadataIn(modules)), 'utf8'),
    fromSource: filesIn(join(folder, 'from-source'), 'memory_service').sort(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const metadataIn = (modules: string) => `${readdirSync(modules).find((name) => name.endsWith('.dist-info'))}/METADATA`

function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesIn(root, path) : [path]
  })
}
