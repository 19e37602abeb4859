import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { actionGroups } from './action-groups.ts'
import { ACTION_LABELS } from './labels.ts'

i18n.activate('en')

test('every action is in one group, and every group has some', () => {
  const groups = actionGroups()
  const values = groups.flatMap(({ items }) => items.map(({ value }) => value))
  expect(values.toSorted()).toEqual(Object.keys(ACTION_LABELS).toSorted())
  for (const { group, items } of groups) expect(items.length, group).toBeGreaterThan(1)
})

test('actions are grouped by what they are about', () => {
  const groupOf = (action: string) =>
    actionGroups().find(({ items }) => items.some(({ value }) => value === action))?.group
  expect(groupOf('memories.recall')).toBe('Looking something up')
  expect(groupOf('memory.denied')).toBe('Looking something up')
  expect(groupOf('memories.write')).toBe('Adding, changing and deleting')
  expect(groupOf('connection.pause')).toBe('Apps and what they may do')
  expect(groupOf('store.export')).toBe('Your account')
  expect(groupOf('operator.plan')).toBe('The operator of this service')
})
