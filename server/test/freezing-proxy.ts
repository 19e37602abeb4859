import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** A proxy before PostgreSQL that can freeze connections: nothing passes any more, and nothing is closed. */
export async function openFreezingProxy(targetUrl: string) {
  const target = new URL(targetUrl)
  const port = await freePort()
  const pairs = new Set<{ client: Socket; server: Socket; isListener: boolean }>()
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    const pair = { client, server, isListener: false }
    pairs.add(pair)
    // The first message names the application.
    client.once('data', (bytes) => {
      pair.isListener = bytes.includes('memory-service listener')
    })
    client.pipe(server)
    server.pipe(client)
    for (const socket of [client, server])
      socket
        .on('error', () => {})
        .on('close', () => {
          pairs.delete(pair)
          client.destroy()
          server.destroy()
        })
  })
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  const url = new URL(targetUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    /** Freezes the connections that listen now. Returns how many. */
    freezeListeners(): number {
      const listeners = [...pairs].filter(({ isListener }) => isListener)
      for (const { client, server } of listeners) {
        client.unpipe(server).pause()
        server.unpipe(client).pause()
      }
      return listeners.length
    },
    async close() {
      for (const { client } of pairs) client.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
