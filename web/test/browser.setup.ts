import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the browser's binary. */
    chromium: string
  }
}

// The first one draws no windows of its own, which takes a quarter less of the processor.
const USUAL_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const LOCK_WAIT_SECONDS = 300

/** Finds a Chromium. As root on Debian, installs it with fonts if it is missing. */
export default function setup(project: TestProject): void {
  const found = find() ?? install()
  if (!found)
    throw new Error(
      'Chromium is needed. Install it ("apt-get install chromium-headless-shell fonts-liberation fonts-vlgothic" on Debian), ' +
        'or set CHROMIUM to the binary of a Chromium or Chrome.',
    )
  project.provide('chromium', found)
}

function find(): string | undefined {
  return process.env.CHROMIUM ?? USUAL_PATHS.find((path) => existsSync(path))
}

function install(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const options = ['-q', '-o', `DPkg::Lock::Timeout=${LOCK_WAIT_SECONDS}`]
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const install = (browser: string) =>
    apt('install', ...options, '-y', '--no-install-recommends', browser, 'fonts-liberation', 'fonts-vlgothic')
  apt('update', ...options)
  try {
    install('chromium-headless-shell')
  } catch {
    // Older distributions have no such package.
    install('chromium')
  }
  return find()
}
