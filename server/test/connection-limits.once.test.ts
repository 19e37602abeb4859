import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

/* One client address cannot use up the connections of all. */

const MAX = 12
const MINE = '127.0.0.2'
const OTHER = '127.0.0.3'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start(over: Parameters<typeof testService>[0]): Promise<TestService> {
  const service = await testService(over)
  open.push(() => service.stop())
  return service
}

/** Connects from a loopback address and sends a text; `closed` resolves when the service has closed the connection. */
function dial(service: TestService, localAddress: string, text: string) {
  const { hostname, port } = new URL(service.url)
  const socket: Socket = connect({ host: hostname, port: Number(port), localAddress }, () => socket.write(text))
  open.push(() => socket.destroy())
  let heard = ''
  socket.on('error', () => {})
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')))
  const answered = new Promise<string>((resolve) => {
    socket.on('data', (part) => {
      heard += part
      resolve(heard.split('\r\n')[0]!)
    })
  })
  return { socket, first: Promise.race([closed, answered]), closed }
}

const HALF = 'POST /v1/auth/login HTTP/1.1\r\nhost: localhost\r\nx-'
const WHOLE = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'
const OK = 'HTTP/1.1 200 OK'

describe('connections of one address', () => {
  test('with half-sent heads leave room for other addresses, and for itself once they close', async () => {
    const service = await start({ connectionsPerAddressMax: MAX })
    const held = Array.from({ length: MAX }, () => dial(service, MINE, HALF))
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
    expect(await dial(service, MINE, WHOLE).first).toBe('closed')
    expect(await dial(service, OTHER, WHOLE).first).toBe(OK)
    held[0]!.socket.destroy()
    await expect.poll(() => dial(service, MINE, WHOLE).first).toBe(OK)
  })

  test('are at most a quarter of all', async () => {
    const service = await start({ connectionsMax: 4 * MAX, connectionsPerAddressMax: 1_000 })
    const held = Array.from({ length: MAX }, () => dial(service, MINE, HALF))
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
    expect(await dial(service, MINE, WHOLE).first).toBe('closed')
    expect(await dial(service, OTHER, WHOLE).first).toBe(OK)
  })

  test('behind a trusted proxy are not limited; requests under way are, by forwarded address', async () => {
    const service = await start({ connectionsPerAddressMax: MAX, trustedProxies: ['loopback'] })
    const { token } = await service.connected(['memory:write:*'])
    // The body never arrives, so the request stays under way.
    const begun = (address: string) =>
      `POST /v1/memories HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
      `x-forwarded-for: ${address}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n` +
      'expect: 100-continue\r\n\r\n{'
    const whole = (address: string) => WHOLE.replace('\r\n\r\n', `\r\nx-forwarded-for: ${address}\r\n\r\n`)
    for (let i = 0; i < MAX; i++) expect(await dial(service, MINE, begun('192.0.2.1')).first).not.toBe('closed')
    expect(await dial(service, MINE, whole('192.0.2.1')).first).toBe('HTTP/1.1 429 Too Many Requests')
    expect(await dial(service, MINE, whole('192.0.2.2')).first).toBe(OK)
    expect(await dial(service, MINE, WHOLE).first).toBe(OK)
  })
})
