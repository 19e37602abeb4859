import { describe, expect, test } from 'vitest'
import { readMigrations } from './migration-files.ts'
import { locksOf } from './migration-locks.ts'

describe('the tables that a migration locks', () => {
  const cases: [statement: string, locks: Record<string, string>][] = [
    ['alter table apps add column icon text', { apps: 'access exclusive' }],
    ['alter table if exists only apps drop column icon', { apps: 'access exclusive' }],
    ['drop table if exists old_apps', { old_apps: 'access exclusive' }],
    ['update stores s set bytes = 0 from users u where u.id = s.user_id', { stores: 'share row exclusive' }],
    ['insert into users (id) select id from stores for update', { users: 'share row exclusive' }],
    ['with removed as (delete from apps returning id) select 1', { apps: 'share row exclusive' }],
    ['create table keys (id text references users on update cascade)', { users: 'share row exclusive' }],
    [
      'do $$ begin create trigger t after delete or update of plan on users for each row execute function f() end $$',
      { users: 'share row exclusive' },
    ],
    ['create unique index if not exists by_slug on apps (slug)', { apps: 'share' }],
  ]
  test.each(cases)('%s', (statement, locks) => expect(Object.fromEntries(locksOf([statement]))).toEqual(locks))

  test('have the strongest mode of all statements, in the order of their names', () => {
    const locks = locksOf(['update stores set a = 1', 'create index i on apps (id)', 'alter table apps add b text'])
    expect([...locks]).toEqual([
      ['apps', 'access exclusive'],
      ['stores', 'share row exclusive'],
    ])
  })

  test('are found in the migrations', () => {
    const consent = readMigrations().find(({ name }) => name === '0012_consent.sql')!
    expect(Object.fromEntries(locksOf(consent.statements))).toMatchObject({
      connections: 'access exclusive',
      stores: 'access exclusive',
      deliveries: 'access exclusive',
    })
  })
})
