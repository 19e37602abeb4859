import { expect } from 'vitest'
import { type Log, openLog } from '../src/foundation/telemetry/log.ts'

/*
 * Checks the complete log of every test service. A secret or a password in a log line, in the metrics or in an error
 * response fails the current test, and so does a line that is not one JSON object, since input must not be able to add
 * log lines.
 */

// A secret of the service: prefix, 43 characters and a checksum of 6; or a webhook signing secret.
const SECRET = /(?<![0-9A-Za-z])(?:[a-z]{3}_[0-9A-Za-z]{49}(?![0-9A-Za-z])|whsec_[0-9A-Za-z+/]{20,})/
const CONTROL = /\p{Cc}/u
const passwords = new Set<string>()
const seen: string[] = []

/** The log of a test service; also printed at `TEST_LOG_LEVEL`. */
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

/** Adds a password to the secrets to detect. */
export function watchFor(password: string): void {
  passwords.add(password)
}

/** Records whether a public text contains a secret. */
export function lookAt(where: string, text: string): void {
  const leaked = SECRET.exec(text)?.[0] ?? [...passwords].find((password) => text.includes(password))
  if (leaked !== undefined) seen.push(`${where} shows ${leaked}: ${text.slice(0, 500)}`)
}

/** Records whether a compressed response contains a secret. Public examples may contain the password of the tests. */
export function lookAtCompressed(text: string): void {
  const leaked = SECRET.exec(text)?.[0]
  if (leaked !== undefined) seen.push(`a compressed response contains ${leaked}`)
}

/** Fails if a secret was detected since the last call. */
export function expectNoLeaks(): void {
  if (!seen.length) return
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
