import { describe, expect, test } from 'vitest'
import { accessChoices, accessOf, withAccess } from './access.ts'

const READ = { scope: 'memory:read:health', kind: 'read' as const }
const WRITE = { scope: 'memory:write:health', kind: 'write' as const }
const BOTH = [READ, WRITE]

describe('the access to a topic', () => {
  test('follows from the chosen scopes', () => {
    expect(accessOf(BOTH, new Set())).toBe('none')
    expect(accessOf(BOTH, new Set([READ.scope]))).toBe('read')
    expect(accessOf(BOTH, new Set([WRITE.scope]))).toBe('change')
    expect(accessOf(BOTH, new Set([READ.scope, WRITE.scope]))).toBe('both')
  })

  test('offers what is asked for, the least first', () => {
    expect(accessChoices([READ], 'none')).toEqual(['none', 'read'])
    expect(accessChoices([WRITE], 'none')).toEqual(['none', 'change'])
    expect(accessChoices(BOTH, 'both')).toEqual(['none', 'read', 'both'])
  })

  test('offers changing without reading to an app that has just that', () => {
    expect(accessChoices(BOTH, 'change')).toEqual(['none', 'read', 'change', 'both'])
  })

  test('changes the scopes of its topic only', () => {
    const others = new Set(['memory:read:sleep', READ.scope])
    expect([...withAccess(others, BOTH, 'none')]).toEqual(['memory:read:sleep'])
    expect([...withAccess(others, BOTH, 'change')]).toEqual(['memory:read:sleep', WRITE.scope])
    expect([...withAccess(others, BOTH, 'both')]).toEqual(['memory:read:sleep', READ.scope, WRITE.scope])
    expect([...withAccess(others, BOTH, 'read')]).toEqual([...others])
  })
})
