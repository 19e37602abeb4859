import { expect, test } from 'vitest'
import type { Sql } from '../../foundation/sql/sql.ts'
import { stepsOf } from './undo-steps.ts'

test('the texts of the states that memories get are read before the store is locked', async () => {
  const sent: string[] = []
  const state = { id: 'mem_1', scope: 'note', revision: 1 }
  const columns = { scope: 'note', content: 'Lives in Rome.' }
  const db = {
    async rows(query: Sql) {
      const text = query.strings.join()
      const kind = ['columns', 'relation', 'isSupersededByService'].find(
        (each) => text.includes(`as ${each}`) || text.includes(`as "${each}"`),
      )
      sent.push(kind ?? 'states')
      return kind === 'columns' ? [{ id: 'mem_1', columns }] : kind ? [] : [state]
    },
    async transaction() {
      sent.push('transaction')
    },
  }
  const ctx = { db, clock: () => new Date(), actor: { kind: 'user', userId: 'usr_1' } }
  const step = { kind: 'edited', do: 'change', to: 1 } as const
  await stepsOf(ctx as never, ['mem_1'], { action: 'memories.undo' }, () => step)
  expect(sent).toEqual(['states', 'columns', 'isSupersededByService', 'transaction'])
})

test('the texts of what deleted memories have superseded are read before the store is locked', async () => {
  const sent: string[] = []
  const read: string[] = []
  const predecessor = {
    id: 'mem_0',
    next: null,
    get content() {
      read.push(sent.at(-1) ?? '')
      return 'Lives in Rome.'
    },
  }
  const db = {
    async rows(query: Sql) {
      const isOfPredecessors = query.strings.join().includes('as next')
      sent.push(isOfPredecessors ? 'predecessors' : 'states')
      return isOfPredecessors ? [predecessor] : [{ id: 'mem_1', scope: 'note', revision: 1 }]
    },
    async transaction() {
      sent.push('transaction')
    },
  }
  const ctx = { db, clock: () => new Date(), actor: { kind: 'user', userId: 'usr_1' } }
  const step = { kind: 'created', do: 'delete' } as const
  await stepsOf(ctx as never, ['mem_1'], { action: 'memories.undo' }, () => step)
  expect(sent).toEqual(['states', 'predecessors', 'transaction'])
  expect(read).toEqual(['predecessors'])
})
