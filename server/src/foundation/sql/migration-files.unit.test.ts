import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrationOf, readMigrations } from './migration-files.ts'

const REWORDED = '0004_weighty.sql'
const RELEASED = '2f50f4121d51fa42c08938d1bc614b43b9e490ee27087ae1c8566439e6d47d5f'
const textOf = (name: string) => readFileSync(new URL(`../../../migrations/${name}`, import.meta.url), 'utf8')

test('has the released checksum as long as only comments differ', () => {
  const text = textOf(REWORDED)
  expect(migrationOf(REWORDED, text).sha256).toBe(RELEASED)
  expect(migrationOf(REWORDED, `-- Another comment.\n${text}-- The end.\n`).sha256).toBe(RELEASED)
})

test('rejects a reworded migration whose statements changed, or that requires another build', () => {
  const text = textOf(REWORDED)
  const changed = [text.replace('> 50', '> 60'), `${text}drop table chats;`, `-- needs 0005_connectors\n${text}`]
  for (const each of changed)
    expect(() => migrationOf(REWORDED, each)).toThrow('the statements of the released migration 0004_weighty.sql')
})

test('has the checksum of its text otherwise', () => {
  const text = '-- Adds nothing.\n-- needs 0005_connectors\nselect 1;\nselect\n  2;\n'
  const sha256 = createHash('sha256').update(text).digest('hex')
  const needs = '0005_connectors'
  expect(migrationOf('9999_new.sql', text)).toEqual({
    name: '9999_new.sql',
    statements: ['select 1', 'select 2'],
    sha256,
    needs,
  })
})

test('does not divide the body of a function', () => {
  const text =
    'create function f() returns int language plpgsql as $$\nbegin\n  return 1; -- One.\nend $$;\nselect f();\n'
  expect(migrationOf('9999_new.sql', text).statements).toEqual([
    'create function f() returns int language plpgsql as $$ begin return 1; end $$',
    'select f()',
  ])
})

test('literals contain neither a semicolon nor a run of white space', () => {
  const literals = readMigrations().flatMap(
    ({ name }) =>
      textOf(name)
        .replace(/--.*$/gm, '')
        .match(/'[^']*'/g) ?? [],
  )
  expect(literals.length).toBeGreaterThan(20)
  expect(literals.filter((literal) => /;|\s\s|[\t\n]/.test(literal))).toEqual([])
})
