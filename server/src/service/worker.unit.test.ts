import { expect, test } from 'vitest'
import { readConfig } from '../foundation/config.ts'
import { shareOf } from './worker.ts'

test('workers share connections, also those of one address', () => {
  const env = {
    DATABASE_URL: 'postgres://memory@127.0.0.1/memory',
    SECRET_KEY: 'k'.repeat(43),
    WORKERS: '2',
    CONNECTIONS_MAX: '1000',
    CONNECTIONS_PER_ADDRESS_MAX: '101',
  }
  expect(shareOf(readConfig(env))).toMatchObject({ connectionsMax: 500, connectionsPerAddressMax: 51 })
})
