import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const GIT_OUTPUT_BYTES_MAX = 16 * 1024 * 1024

/** The newest migration of the last release. */
export const RELEASED_MIGRATION = '0011_deliveries_left.sql'

/** A released version and its commit. */
export interface LastRelease {
  version: string
  commit: string
}

/**
 * Finds the newest commit that `npm run release` made, by its subject: tags are missing in some clones, the history is
 * not.
 * @throws if the history contains no release, as in a shallow clone
 */
export async function findLastRelease(): Promise<LastRelease> {
  const found = await git(
    'log',
    '-1',
    '--extended-regexp',
    '--grep=^chore\\(release\\): publish v[0-9]',
    '--format=%H %s',
  )
  const [, commit, version] = /^([0-9a-f]{40}) chore\(release\): publish v(\S+)\n$/.exec(found) ?? []
  if (!commit || !version)
    throw new Error(
      'No commit “chore(release): publish v…” in the history. In a shallow clone, run: git fetch --unshallow',
    )
  return { version, commit }
}

/** Reads a file of a release. */
export const readReleased = ({ commit }: LastRelease, path: string): Promise<string> => git('show', `${commit}:${path}`)

async function git(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: ROOT, maxBuffer: GIT_OUTPUT_BYTES_MAX })
  return stdout
}
