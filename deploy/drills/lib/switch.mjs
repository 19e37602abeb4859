// A TCP proxy whose target can be changed: new connections go to the new target, as behind a load balancer.

import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Opens the proxy in front of `target`, the URL of a service. */
export async function openSwitch(folder, target) {
  let { port } = new URL(target)
  const sockets = new Set()
  const server = createServer((socket) => {
    const upstream = connect(Number(port), '127.0.0.1')
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ]) {
      sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from))
      from.pipe(to)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  folder.onClose(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    use: (next) => (port = new URL(next).port),
  }
}
