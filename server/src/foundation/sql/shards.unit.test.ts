import { expect, test } from 'vitest'
import { asFailure } from './db-errors.ts'
import { runMarked } from './shards.ts'
import { onShardOf, sql } from './sql.ts'

const statement = onShardOf('usr_1', sql`select id from stores where user_id = ${'usr_1'}`)
const failing = (code: string) => async () => {
  throw Object.assign(new Error('relation "stores_102081" does not exist'), { code })
}

test('answers 503 for a statement that reached a machine without the shard, and keeps other errors', async () => {
  const run = (code: string, isSpread = true) => runMarked(failing(code), { isSpread })(statement)
  await expect(run('42P01')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(run('23505')).rejects.toMatchObject({ code: '23505' })
  await expect(run('42P01', false)).rejects.toMatchObject({ code: '42P01' })
})

test('answers 503 when Citus loses a machine in a transaction', () => {
  const error = Object.assign(new Error('failure on connection marked as essential: 127.0.0.1:5432'), { code: 'XX000' })
  expect(asFailure(error)).toMatchObject({ code: 'unavailable' })
})
