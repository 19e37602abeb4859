import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a directory and those above it (mode 0700) unless they exist. Where nothing can be created, such as in `/proc`,
 * it throws; the recursive `mkdir` of Node 20 never returns there.
 * @throws NodeJS.ErrnoException
 */
export function makeDirectory(dir: string): void {
  const path = resolve(dir)
  if (existsSync(path)) return
  makeDirectory(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
