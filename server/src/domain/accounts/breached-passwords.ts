import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Failure } from '../../foundation/errors.ts'

/*
 * Passwords of data breaches, from a file that the operator provides: one SHA-1 hash in hexadecimal a line, or the first
 * characters of one, sorted, each followed by nothing or by a colon and a count. This is what the downloader of Have I
 * Been Pwned writes. The file has tens of gigabytes, so it is not loaded but searched by halving.
 */

const HASH_CHARS = 40
/** Shorter prefixes would reject passwords by chance. */
const PREFIX_CHARS_MIN = 12
/** Longer than any line, so that a block that begins in one line contains the next one. */
const BLOCK_BYTES = 256
const LINE = /^([0-9A-F]{12,40})(?::\d+)?\r?$/i

/** Looks up passwords in the file. */
export interface BreachedPasswords {
  /** @throws Failure `unavailable` if the file cannot be read */
  has(password: string): Promise<boolean>
}

/** Opens the file. @throws Error if it cannot be read, or its first line is not a hash */
export function openBreachedPasswords(path: string): BreachedPasswords {
  checkFirstLine(path)
  return {
    async has(password) {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
      try {
        return await isListed(path, hash)
      } catch (error) {
        throw new Failure('unavailable', undefined, error)
      }
    },
  }
}

function checkFirstLine(path: string): void {
  const block = Buffer.alloc(BLOCK_BYTES)
  const file = openSync(path, 'r')
  try {
    const bytes = readSync(file, block, 0, BLOCK_BYTES, 0)
    const [first = ''] = block.subarray(0, bytes).toString('latin1').split('\n')
    if (!LINE.test(first))
      throw new Error(
        `its first line must be a SHA-1 hash of ${PREFIX_CHARS_MIN} to ${HASH_CHARS} hexadecimal characters`,
      )
  } finally {
    closeSync(file)
  }
}

async function isListed(path: string, hash: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const block = Buffer.alloc(BLOCK_BYTES)
    /** The first line that begins at or after a position, with where the next one begins. */
    const lineAt = async (position: number) => {
      const from = Math.max(0, position - 1)
      const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, from)
      const text = block.subarray(0, bytesRead).toString('latin1')
      const start = position === 0 ? 0 : text.indexOf('\n') + 1
      if (position > 0 && start === 0) return undefined
      const end = text.indexOf('\n', start)
      const line = LINE.exec(text.slice(start, end < 0 ? undefined : end))?.[1]
      return line === undefined ? undefined : { hash: line.toUpperCase(), next: end < 0 ? size : from + end + 1 }
    }
    // Lines that begin before `low` are lower than the hash; lines that begin at `high` or later are not.
    let low = 0
    let high = size
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const line = await lineAt(middle)
      if (line && hash.startsWith(line.hash)) return true
      if (line && line.hash < hash) low = Math.max(line.next, middle + 1)
      else high = middle
    }
    return false
  } finally {
    await file.close()
  }
}
