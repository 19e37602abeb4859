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
    await expect(migrate(db)).rejects.toThrow(/requires a version with 9998_of_a_later_version/)
    await service.stop()
  })
})

// The checksums that version 0.2.0 recorded. Comments of both files have changed since.
const RECORDED = {
  '0001_people_and_apps.sql': 'b4cb49a4c3b41f36a3acf37ee064f4b8325bdf414ecc3c6abbc4e2ebbdc60613',
  '0009_standard_oauth.sql': '936b32e384549bafb1a3d272d5b41c7c67300d503f3b65678009260853c96b6e',
}

describe('a database with migrations of an earlier version', () => {
  test('is accepted if only comments changed since, and rejected if statements did', async () => {
    const service = await testService()
    const { db } = service.ports
    for (const [name, sha256] of Object.entries(RECORDED))
      expect(await db.count(sql`update migrations set sha256 = ${sha256} where name = ${name}`)).toBe(1)
    expect(await migrate(db)).toEqual([])
    await db.count(sql`update migrations set sha256 = 'another' where name = '0001_people_and_apps.sql'`)
    await expect(migrate(db)).rejects.toThrow('0001_people_and_apps.sql was changed after it had been applied')
    await service.stop()
  })
})
