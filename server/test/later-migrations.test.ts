import { describe, expect, test } from 'vitest'
import { migrate } from '../src/foundation/sql/migrate.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { testService } from './service.ts'

const LATER = '9999_of_a_later_version.sql'

describe('a database with migrations of a later version', () => {
  test('is accepted if they only add, and rejected if they require a later version', async () => {
    const service = await testService()
    const { db } = service.ports
    await db.count(sql`insert into migrations (name, sha256) values (${LATER}, '')`)
    expect(await migrate(db)).toEqual([])
    await service.connected(['memory:read:note'])
    await db.count(sql`update migrations set needs = '0001_people_and_apps' where name = ${LATER}`)
    expect(await migrate(db)).toEqual([])
    await db.count(sql`update migrations set needs = '9998_of_a_later_version' where name = ${LATER}`)
    await expect(migrate(db)).rejects.toThrow(/needs a version that knows 9998_of_a_later_version/)
    await service.stop()
  })
})
