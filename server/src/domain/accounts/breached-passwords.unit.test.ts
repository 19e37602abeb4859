import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { openBreachedPasswords } from './breached-passwords.ts'

const folder = mkdtempSync(join(tmpdir(), 'breached-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const fileOf = (lines: string[], end = '\r\n') => {
  const path = join(folder, `${Math.random()}.txt`)
  writeFileSync(path, lines.join(end))
  return path
}

describe('the file of breached passwords', () => {
  test('finds every password whose hash it lists, wherever in the file, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 40 }),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom('', ':1', ':123456789'),
        fc.integer({ min: 12, max: 40 }),
        fc.boolean(),
        async (passwords, end, count, chars, ends) => {
          const lines = passwords.map((password) => sha1(password).slice(0, chars) + count).sort()
          const breached = openBreachedPasswords(fileOf(ends ? [...lines, ''] : lines, end))
          for (const password of passwords) expect(await breached.has(password)).toBe(true)
          for (const password of passwords) expect(await breached.has(`${password}, not listed`)).toBe(false)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('may be in lower case', async () => {
    const breached = openBreachedPasswords(fileOf([sha1('hunter2').toLowerCase()]))
    expect([await breached.has('hunter2'), await breached.has('hunter3')]).toEqual([true, false])
  })

  test.each([
    ['is missing', join(folder, 'none'), 'ENOENT'],
    ['is a folder', folder, 'EISDIR'],
    ['is empty', fileOf([]), 'SHA-1'],
    ['holds passwords', fileOf(['hunter2']), 'SHA-1'],
    ['holds prefixes that are too short', fileOf(['ABCDE:1']), 'SHA-1'],
  ])('is refused when it %s', (_, path, reason) => expect(() => openBreachedPasswords(path)).toThrow(reason))
})
