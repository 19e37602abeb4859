import { expect } from 'vitest'
import { type Log, openLog } from '../src/foundation/log.ts'

/*
 * Every service of every test logs all it has to say in here. A secret or a password that shows in a line of the log, in
 * the metrics or in a refusal fails the test it happens in, and so does a line that is not one JSON object: whatever came
 * in must not be able to write a line of its own.
 */

// A secret of ours: prefix, 43 characters and a check of 6; or one that signs webhooks.
const SECRET = /(?<![0-9A-Za-z])(?:[a-z]{3}_[0-9A-Za-z]{49}(?![0-9A-Za-z])|whsec_[0-9A-Za-z+/]{20,})/
const CONTROL = /\p{Cc}/u
const passwords = new Set<string>()
const seen: string[] = []

/** The log that a test service writes; shown as well where `TEST_LOG_LEVEL` says so. */
export function watchedLog(): Log {
  const { TEST_LOG_LEVEL: shown } = process.env
  return openLog((shown ?? 'trace') as Parameters<typeof openLog>[0], {
    write(line) {
      if (shown) process.stdout.write(line)
      lookAt('the log', line)
      if (!isOneObject(line)) seen.push(`the log, not one object: ${line}`)
    },
  })
}

/** From now on this password is looked for too. */
export function watchFor(password: string): void {
  passwords.add(password)
}

/** Notes whether a text that everybody may see holds a secret. */
export function lookAt(where: string, text: string): void {
  const leaked = SECRET.exec(text)?.[0] ?? [...passwords].find((password) => text.includes(password))
  if (leaked !== undefined) seen.push(`${where} shows ${leaked}: ${text.slice(0, 500)}`)
}

/** Fails when a secret has been seen since it was last asked. */
export function expectNoLeaks(): void {
  const found = seen.splice(0)
  expect(found, found.join('\n')).toEqual([])
}

function isOneObject(line: string): boolean {
  if (!line.endsWith('\n') || CONTROL.test(line.slice(0, -1))) return false
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}
