import { describe, expect, test } from 'vitest'
import { type ConfigError, readConfig } from './config.ts'

const SMTP = { SMTP_URL: 'smtp://mail.example.com:587', MAIL_FROM: 'Memory <memory@example.com>' }
const problemsOf = (env: Record<string, string>) => {
  try {
    readConfig(env)
  } catch (error) {
    return (error as ConfigError).problems
  }
  return []
}

describe('mail settings', () => {
  test('send by SMTP if SMTP_URL is set', () => {
    expect(readConfig(SMTP).mail).toEqual({
      kind: 'smtp',
      url: 'smtp://mail.example.com:587',
      from: 'Memory <memory@example.com>',
      perHour: 1000,
    })
  })

  test('require encryption if a password goes to another machine', () => {
    const url = (SMTP_URL: string) => readConfig({ ...SMTP, SMTP_URL }).mail
    expect(url('smtp://u:p@mail.example.com')).toMatchObject({ url: 'smtp://u:p@mail.example.com?requireTLS=true' })
    expect(url('smtp://u:p@mail.example.com?requireTLS=false')).toMatchObject({
      url: 'smtp://u:p@mail.example.com?requireTLS=false',
    })
    expect(url('smtp://u:p@127.0.0.1:25')).toMatchObject({ url: 'smtp://u:p@127.0.0.1:25' })
  })

  test('write files on a local installation, and turn mail off elsewhere', () => {
    expect(readConfig({ DATA_DIR: '/data' }).mail).toEqual({ kind: 'file', folder: '/data/mail' })
    const shared = { DATABASE_URL: 'postgres://localhost/memory', SECRET_KEY: 'a key for tests only' }
    expect(readConfig(shared).mail).toEqual({ kind: 'file', folder: undefined })
    expect(readConfig({ BASE_URL: 'https://memory.example' }).mail).toEqual({ kind: 'off' })
  })

  test.each([
    [{ ...SMTP, SMTP_URL: 'http://user:secret@mail.example.com' }, /^SMTP_URL must be .*not shown/],
    [{ ...SMTP, MAIL_FROM: 'memory' }, /^MAIL_FROM must be an address/],
    [{ ...SMTP, MAIL_FROM: 'a@example.com\nBcc: b@example.com' }, /^MAIL_FROM must be an address/],
    [{ ...SMTP, MAIL_FROM: 'a@example.com, b@example.com' }, /^MAIL_FROM must be an address/],
    [{ SMTP_URL: 'smtp://mail.example.com' }, /^MAIL_FROM is not set/],
    [{ ...SMTP, MAIL_PER_HOUR: '0' }, /^MAIL_PER_HOUR must be/],
  ])('are rejected if they are invalid: %o', (env, problem) => {
    const problems = problemsOf(env)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(problem)
  })
})
