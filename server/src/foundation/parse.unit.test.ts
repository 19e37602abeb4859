import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Failure } from './errors.ts'
import { checkStrings, parse } from './parse.ts'

test('lists at most 100 issues of an invalid value', () => {
  const issues = (count: number) => {
    try {
      parse(z.array(z.string()), Array(count).fill(1))
    } catch (error) {
      return ((error as Failure).details as unknown[]).length
    }
    return 0
  }
  expect([issues(0), issues(3), issues(5_000)]).toEqual([0, 3, 100])
})

test.each<[z.ZodType, unknown, string]>([
  [z.object({ name: z.string() }), {}, 'name: is missing'],
  [z.object({ kind: z.enum(['event', 'goal']) }), {}, 'kind: is missing'],
  [z.object({ name: z.string() }), { name: 1 }, 'name: must be a string'],
  [z.string().min(1), '', ': must not be empty'],
  [z.string().min(8), 'x', ': must have at least 8 characters'],
  [z.string().max(1), 'xx', ': must have at most 1 character'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], ': must have at most 2 items'],
  [z.number().min(0), -1, ': must be at least 0'],
  [z.number().max(100), 101, ': must be at most 100'],
  [z.int(), 1.5, ': must be an integer'],
  [z.boolean(), 'yes', ': must be true or false'],
  [z.enum(['event', 'goal']), 'x', ': must be one of event, goal'],
  [z.literal(true), false, ': must be true'],
  [z.email(), 'x', ': must be an e-mail address'],
  [z.union([z.string(), z.array(z.string())]), 1, ': has none of the accepted forms'],
  [z.string({ error: 'must be a name' }), 1, ': must be a name'],
])('says what is accepted: %#', (shape, value, message) => {
  expect(() => parse(shape, value)).toThrow(
    expect.objectContaining({
      details: [expect.objectContaining({ message: message.slice(message.indexOf(': ') + 2) })],
    }),
  )
})

test('refuses a field named __proto__ at any depth, however its name is written, and no other name', () => {
  const escaped = (name: string, at: ReadonlySet<number>) =>
    [...name].map((char, i) => (at.has(i) ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : char)).join('')
  const names = fc.constantFrom('__proto__', ...Object.getOwnPropertyNames(Object.prototype), 'prototype')
  const property = fc.property(names, fc.array(fc.nat(8)), fc.nat(4), (name, at, depth) => {
    const text = `${'{"a":['.repeat(depth)}{"${escaped(name, new Set(at))}":1}${']}'.repeat(depth)}`
    const check = () => checkStrings(JSON.parse(text), text)
    if (name === '__proto__') expect(check).toThrow()
    else expect(check).not.toThrow()
  })
  fc.assert(property)
})
