import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { PortabilityError } from '@memory-service/portability/errors'
import { recognise } from '@memory-service/portability/import'
import { toJsonLines } from '@memory-service/portability/json-lines'
import type { Candidate, PortableRecord } from '@memory-service/portability/records'
import { CliError } from './cli-error.ts'

const USAGE = `
memory-service convert <file>… [--user ID] [--source NAME] [--candidates FILE] > memories.jsonl

Converts exports of other services to lines that the Hub imports. Files that belong together are given together.
--user        the user of a store of several people
--source      the service from which pasted text was copied; each of its lines is a memory then
--candidates  writes sentences that may be facts, one JSON object a line; they are not among the memories`

interface Output {
  /** Writes a part of the result. */
  write(text: string): Promise<void>
  /** Writes a sentence to the person. */
  report(line: string): void
}

/**
 * Converts files to JSON Lines. Everything is read once before anything is written, so a damaged file gives no output.
 * @throws CliError
 */
export async function convert(words: readonly string[], { write, report }: Output): Promise<void> {
  if (words.includes('--help')) return write(`${USAGE.trim()}\n`)
  const { files, user, source, candidates } = readWords(words)
  try {
    const options = { ...(user ? { user } : {}), ...(source ? { source } : {}) }
    const recognised = await recognise(await Promise.all(files.map(openFile)), options)
    report(`recognised: ${recognised.formats.map(({ label }) => label).join(', ')}`)
    for await (const _ of recognised.records()) {
      // Damage anywhere is found here.
    }
    const found: Candidate[] = []
    const counts = { memory: 0, chat: 0, message: 0, candidate: 0, document: 0, revision: 0 }
    const counted = async function* (): AsyncGenerator<PortableRecord> {
      for await (const record of recognised.records()) {
        counts[record.kind]++
        if (record.kind === 'candidate') found.push(record.candidate)
        yield record
      }
    }
    for await (const line of toJsonLines(counted())) await write(line)
    if (candidates) await writeFile(candidates, found.map((each) => `${JSON.stringify(each)}\n`).join(''))
    report(
      `${counts.memory} memories, ${counts.chat} chats, ${counts.message} messages, ${counts.candidate} candidates`,
    )
    for (const [message, times] of recognised.warnings) report(times > 1 ? `${message} (${times} times)` : message)
  } catch (error) {
    throw error instanceof PortabilityError ? new CliError(error.message) : error
  }
}

function readWords(words: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    const options = { user: text, source: text, candidates: text }
    const { positionals: files, values } = parseArgs({ args: [...words], options, allowPositionals: true })
    if (files.length) return { files, ...values }
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n${USAGE}`)
  }
  throw new CliError(`Name at least one file.\n${USAGE}`)
}

async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path)
  } catch {
    throw new CliError(`${path}: cannot be read`)
  }
}
