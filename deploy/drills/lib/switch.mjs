// A TCP proxy whose targets can be changed, as a load balancer in front of processes: new connections go to the targets in turn.
// A connection moves to a new target between two requests, so that no request meets a process that stops.

import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Opens the proxy in front of `targets`, the URLs of services. */
export async function openSwitch(folder, ...targets) {
  let connections = 0
  const sockets = new Set()
  const track = (socket) => sockets.add(socket.on('close', () => sockets.delete(socket)))

  const server = createServer((client) => {
    track(client)
    let target
    let upstream
    // Requests of one connection follow each other: bytes of the client after those of the service begin the next one.
    let isWaiting = false
    const open = () => {
      target = targets[connections++ % targets.length]
      const opened = connect(Number(new URL(target).port), '127.0.0.1')
      track(opened)
      upstream = opened
      opened.on('data', (bytes) => {
        isWaiting = false
        client.write(bytes)
      })
      opened.on('error', () => {})
      opened.on('close', () => {
        if (upstream !== opened) return
        // An idle connection that the service closes is replaced at the next request.
        upstream = undefined
        if (isWaiting) client.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (!isWaiting && upstream && !targets.includes(target)) {
        upstream.destroy()
        upstream = undefined
      }
      if (!upstream) open()
      isWaiting = true
      upstream.write(bytes)
    })
    client.on('error', () => {})
    client.on('close', () => upstream?.destroy())
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
