import { expect, test } from 'vitest'
import type { Sql } from '../../foundation/sql/sql.ts'
import { stepsOf } from './undo.ts'

test('the texts of the states that memories get are read before the store is locked', async () => {
  const sent: string[] = []
  const state = { id: 'mem_1', scope: 'note', revision: 1 }
  const columns = { scope: 'note', content: 'Lives in Rome.' }
  const db = {
    async rows(query: Sql) {
      const isColumns = query.strings.join().includes('as columns')
      sent.push(isColumns ? 'columns' : 'states')
      return isColumns ? [{ id: 'mem_1', columns }] : [state]
    },
    async transaction() {
      sent.push('transaction')
    },
  }
  const ctx = { db, actor: { kind: 'user', userId: 'usr_1' } }
  const step = { kind: 'edited', do: 'change', to: 1 } as const
  await stepsOf(ctx as never, ['mem_1'], { action: 'memories.undo' }, () => step)
  expect(sent).toEqual(['states', 'columns', 'transaction'])
})
