// A TCP proxy whose targets can be changed: new connections go to the new targets in turn, as behind a load balancer.

import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Opens the proxy in front of `targets`, the URLs of services. */
export async function openSwitch(folder, ...targets) {
  let connections = 0
  const sockets = new Set()
  const server = createServer((socket) => {
    const { port } = new URL(targets[connections++ % targets.length])
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
    use: (...next) => (targets = next),
  }
}
