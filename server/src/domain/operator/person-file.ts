import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { Vault } from '../../foundation/auth/secrets.ts'
import { UsageError } from './command.ts'

/*
 * What one person has stored, in a file that only a service with the same secret key can read. The first line names the
 * file; each further line is one part, sealed for its position. The last one is empty, so that a shortened file is noticed.
 */

const FORMAT = 'memory-service person 1'
const OWNER_ONLY = 0o600

const contextOf = (file: string, position: number, isLast: boolean) =>
  `person file ${file} ${isLast ? 'end' : 'part'} ${position}`

/** Writes parts into a new file, all or none. @throws UsageError if the file exists or cannot be created */
export async function writePersonFile(vault: Vault, path: string, parts: AsyncIterable<string>): Promise<void> {
  const handle = await open(path, 'wx', OWNER_ONLY).catch((error) => {
    throw new UsageError(`${path} cannot be created: ${(error as Error).message}`)
  })
  const file = randomUUID()
  let position = 0
  const line = (part: string, isLast: boolean) =>
    handle.writeFile(`${vault.seal(part, contextOf(file, position++, isLast)).toString('base64')}\n`)
  try {
    await handle.writeFile(`${FORMAT} ${file}\n`)
    for await (const part of parts) await line(part, false)
    await line('', true)
    await handle.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** Reads the parts of a file. @throws UsageError at the first that is missing, damaged or sealed with another key */
export async function* readPersonFile(vault: Vault, path: string): AsyncGenerator<string> {
  const handle = await open(path).catch((error) => {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`)
  })
  let file: string | undefined
  let last: string | undefined
  let position = 0
  try {
    for await (const line of handle.readLines({ autoClose: false })) {
      if (file === undefined) {
        file = nameIn(line, path)
        continue
      }
      // Whether a line is a part or the end is clear once another one follows.
      if (last !== undefined) yield openPart(vault, path, last, contextOf(file, position++, false))
      last = line
    }
    if (file === undefined || last === undefined) throw new UsageError(`${path} is incomplete.`)
    openPart(vault, path, last, contextOf(file, position, true))
  } finally {
    await handle.close()
  }
}

function nameIn(line: string, path: string): string {
  if (!line.startsWith(`${FORMAT} `)) throw new UsageError(`${path} is not a file of people export.`)
  return line.slice(FORMAT.length + 1)
}

function openPart(vault: Vault, path: string, line: string, context: string): string {
  try {
    return vault.open(Buffer.from(line, 'base64'), context)
  } catch {
    throw new UsageError(
      `${path} is incomplete, damaged, or was made with another SECRET_KEY; if so, set SECRET_KEY_PREVIOUS to that one.`,
    )
  }
}
