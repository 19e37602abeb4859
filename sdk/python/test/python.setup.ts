import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const SYSTEM = '/usr/bin/python3'

/** The Python that Debian's packages are installed for, or the one in the path. */
export const PYTHON = process.env.PYTHON ?? (existsSync(SYSTEM) ? SYSTEM : 'python3')

const PACKAGES = [
  ...['python3', 'python3-httpx', 'python3-pip', 'python3-setuptools', 'python3-wheel'],
  // For an example.
  ...['python3-fastapi', 'python3-uvicorn'],
]

/** Installs what the tests need, as root on Debian, unless it is installed. */
export default function setup(): void {
  try {
    execFileSync(PYTHON, ['-c', 'import setuptools, wheel, pip, httpx, fastapi, uvicorn'], { stdio: 'ignore' })
  } catch {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit', env })
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...PACKAGES], { stdio: 'inherit', env })
  }
}
