import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Installs the other runtimes, unless the pinned versions are installed. */
export default function setup() {
  const { dependencies = {} } = read('../runtimes/package.json')
  const isThere = ([name, version]: [string, string]) =>
    read(`../runtimes/node_modules/${name}/package.json`).version === version
  if (Object.entries(dependencies).every(isThere)) return
  const cwd = fileURLToPath(new URL('../../..', import.meta.url))
  execFileSync('npm', ['run', '--silent', 'setup:runtimes'], { cwd, stdio: 'inherit' })
}

function read(path: string): { version?: string; dependencies?: Record<string, string> } {
  try {
    return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
  } catch {
    return {}
  }
}
