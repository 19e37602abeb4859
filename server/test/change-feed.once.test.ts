import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { openChangeFeed } from '../src/foundation/sql/change-feed.ts'
import type { Db } from '../src/foundation/sql/db.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { openLog } from '../src/foundation/telemetry/log.ts'

const message = (type: string, ...parts: (string | number[])[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}
const READY = message('Z', 'I')
const FATAL = message('E', 'SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0')
const WRITABLE = Buffer.concat([
  message('T', [0, 1], 'transaction_read_only\0', [0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]),
  message('D', [0, 1, 0, 0, 0, 3], 'off'),
  message('C', 'SHOW\0'),
  READY,
])

test('survives the loss of a connection just after the check that its host accepts writes', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), READY]))
      // In one piece, so that the driver reads the end of the session before the service has the connection.
      socket.once('data', () => socket.end(Buffer.concat([WRITABLE, FATAL])))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const feed = openChangeFeed({
    ...{
      url: `postgres://memory@${host},${host}/memory`,
      listen: sql`listen changes`,
      readiness: sql`select true as ready`,
    },
    ...{ db: {} as Db, log: openLog('silent') },
  })
  feed.isCurrent(performance.now())
  await expect.poll(() => sockets[0]?.destroyed).toBe(true)
  expect(feed.isLive()).toBe(false)
  await feed.close()
  server.close()
})
