import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../', import.meta.url)

/** Runs an npm script that installs a folder with a lock file of its own, unless the pinned versions are installed. */
export function installPart(folder: string, script: string): void {
  const { dependencies = {} } = read(`${folder}/package.json`)
  const isThere = ([name, version]: [string, string]) =>
    read(`${folder}/node_modules/${name}/package.json`).version === version
  if (Object.entries(dependencies).every(isThere)) return
  execFileSync('npm', ['run', '--silent', script], { cwd: fileURLToPath(ROOT), stdio: 'inherit' })
}

function read(path: string): { version?: string; dependencies?: Record<string, string> } {
  try {
    return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'))
  } catch {
    return {}
  }
}
