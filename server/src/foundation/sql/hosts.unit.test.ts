import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { hostsOf } from './hosts.ts'

test.each([
  ['postgres://a:b@one:5432/db', ['postgres://a:b@one:5432/db']],
  ['postgres://a:b@one:5432,two:6432/db?x=1', ['postgres://a:b@one:5432/db?x=1', 'postgres://a:b@two:6432/db?x=1']],
  ['postgres://a:b,c@one,[::1]:1/db', ['postgres://a:b,c@one/db', 'postgres://a:b,c@[::1]:1/db']],
  ['postgres://one,two,three/db', ['postgres://one/db', 'postgres://two/db', 'postgres://three/db']],
  ['postgres:///db?host=/tmp,x', ['postgres:///db?host=/tmp,x']],
])('%s names its hosts', (url, hosts) => {
  expect(hostsOf(url)).toEqual(hosts)
})

test('an address of several hosts is taken when each of them is one', () => {
  const read = (DATABASE_URL: string) => readConfig({ DATABASE_URL, SECRET_KEY: 'only for tests' }).databaseUrl
  expect(read('postgres://a:b@one:5432,two:5432/db')).toBe('postgres://a:b@one:5432,two:5432/db')
  for (const wrong of ['postgres://a:b@one:5432,/db', 'postgres://a:b@one:5432,two:99999/db', 'mysql://a@one,two/db'])
    expect(() => read(wrong)).toThrow(/DATABASE_URL/)
})
