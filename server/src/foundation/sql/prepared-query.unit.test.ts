import { expect, test } from 'vitest'
import { PreparedQuery, type QueryResult } from './prepared-query.ts'

const STATEMENT = { name: 'read', text: 'select id, count from things where id = $1', values: ['a'] }
const FIELDS = [
  { name: 'id', dataTypeID: 25 },
  { name: 'count', dataTypeID: 20 },
] as never

/** A connection that records the messages sent on it. */
function openWire() {
  const sent: string[] = []
  const send = (name: string) => () => void sent.push(name)
  return {
    sent,
    stream: { cork() {}, uncork() {} },
    parsedStatements: {} as Record<string, string>,
    submittedNamedStatements: {},
    parse: send('parse'),
    bind: send('bind'),
    describe: send('describe'),
    execute: send('execute'),
    sync: send('sync'),
  }
}

function run(wire: ReturnType<typeof openWire>, rows: (string | null)[][], isDescribed: boolean) {
  let outcome: { error: unknown; result: QueryResult | undefined } | undefined
  const query = new PreparedQuery(STATEMENT, (oid) => (oid === 20 ? Number : String))
  query.callback = (error, result) => (outcome = { error, result })
  query.submit(wire as never)
  wire.parsedStatements[STATEMENT.name] = STATEMENT.text
  if (isDescribed) query.handleRowDescription({ fields: FIELDS })
  for (const fields of rows) query.handleDataRow({ fields })
  query.handleCommandComplete({ text: `SELECT ${rows.length}` })
  query.handleReadyForQuery()
  return outcome!
}

test('asks for the description of the rows once per connection', () => {
  const wire = openWire()
  const rows = [
    { id: 'a', count: 1 },
    { id: 'b', count: null },
  ]
  expect(
    run(
      wire,
      [
        ['a', '1'],
        ['b', null],
      ],
      true,
    ).result,
  ).toEqual({ rows, rowCount: 2 })
  expect(
    run(
      wire,
      [
        ['a', '1'],
        ['b', null],
      ],
      false,
    ).result,
  ).toEqual({ rows, rowCount: 2 })
  expect(wire.sent).toEqual(['parse', 'bind', 'describe', 'execute', 'sync', 'bind', 'execute', 'sync'])
  const other = openWire()
  run(other, [], true)
  expect(other.sent).toContain('describe')
})

test('fails if a statement returns other columns than before, and asks for their description again', () => {
  const wire = openWire()
  run(wire, [['a', '1']], true)
  expect(run(wire, [['a', '1', 'new']], false).error).toBeInstanceOf(Error)
  expect(run(wire, [['a', '1']], true).result?.rows).toEqual([{ id: 'a', count: 1 }])
  expect(wire.sent.filter((message) => message === 'describe')).toHaveLength(2)
})

test('reports a parameter that cannot be sent, and leaves the connection in order', () => {
  const wire = openWire()
  const bind = () => {
    throw new Error('no such value')
  }
  expect(run({ ...wire, bind }, [], false).error).toMatchObject({ message: 'no such value' })
  expect(wire.sent).toEqual(['parse', 'sync'])
})
