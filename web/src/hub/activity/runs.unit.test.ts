import { describe, expect, test } from 'vitest'
import type { Entry } from './labels.ts'
import { countIn, daysOf } from './runs.ts'

const entry = (
  at: string,
  action: Entry['action'],
  app: string | null = 'trail',
  target: string | null = null,
): Entry =>
  ({
    ...{ id: `aud_${at}`, at, actor: app ? 'app' : 'user', app, action, target, scope: null, count: 1 },
    memory_ids: [],
  }) as unknown as Entry

const summaryOf = (...entries: Entry[]) =>
  daysOf(entries, ({ target }) => target ?? '').map(({ date, runs }) => [
    date,
    runs.map(({ what, entries }) => `${entries[0].app} ${what} ${entries.length}`),
  ])

describe('the runs of a day', () => {
  test('join all kinds of reads of one app, also with others in between', () => {
    expect(
      summaryOf(
        entry('2026-05-03T15:00:00', 'memories.recall'),
        entry('2026-05-03T14:00:00', 'memories.write', 'table'),
        entry('2026-05-03T13:00:00', 'memory.read'),
        entry('2026-05-03T12:00:00', 'memories.list', 'table'),
      ),
    ).toEqual([['2026-05-03', ['trail look-up 2', 'table memories.write 1', 'table look-up 1']]])
  })

  test('end with the day of the reader', () => {
    expect(summaryOf(entry('2026-05-03T00:00:01', 'memory.read'), entry('2026-05-02T23:59:59', 'memory.read'))).toEqual(
      [
        ['2026-05-03', ['trail look-up 1']],
        ['2026-05-02', ['trail look-up 1']],
      ],
    )
  })

  test('do not join what concerns different apps', () => {
    expect(
      summaryOf(
        entry('2026-05-03T15:00:00', 'connection.revoke', null, 'con_1'),
        entry('2026-05-03T14:00:00', 'connection.revoke', null, 'con_2'),
      ),
    ).toEqual([['2026-05-03', ['null connection.revoke 1', 'null connection.revoke 1']]])
  })
})

describe('the count of a run', () => {
  const of = (
    action: Entry['action'],
    count: number,
    memory_ids: string[] = [],
    target: string | null = null,
  ): Entry => ({
    ...entry('2026-05-03T15:00:00', action, 'trail', target),
    ...{ count, memory_ids },
  })

  test('counts a memory once that several look-ups found', () => {
    const runs = [of('memories.recall', 2, ['mem_1', 'mem_2']), of('memory.read', 1, ['mem_2'], 'mem_2')]
    expect(countIn(runs)).toEqual({ count: 2, isLargest: false })
    expect(countIn([of('memories.recall', 0)])).toEqual({ count: 0, isLargest: false })
  })

  test('is the largest one where it is not known which memories a look-up found', () => {
    const runs = [of('memories.recall', 2, ['mem_1', 'mem_2']), of('context.read', 14)]
    expect(countIn(runs)).toEqual({ count: 14, isLargest: true })
    expect(countIn([of('context.read', 14)])).toEqual({ count: 14, isLargest: false })
  })

  test('adds up writes, and counts changes of one memory once', () => {
    expect(countIn([of('memories.write', 3), of('memories.write', 1, [], 'mem_4')])).toMatchObject({ count: 4 })
    expect(countIn([of('memory.edit', 1, [], 'mem_1'), of('memory.edit', 1, [], 'mem_1')])).toMatchObject({ count: 1 })
  })
})
