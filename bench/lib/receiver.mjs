// A receiver of webhooks that answers 200 at once and notes when each came in.

import { createServer } from 'node:http'

let times = []
let wanted = 0

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    times.push(Date.now())
    response.writeHead(200).end()
    tell()
  })
}).listen(0, '127.0.0.1')

function tell() {
  if (!wanted || times.length < wanted) return
  process.send({ result: times })
  times = []
  wanted = 0
}

process.on('message', ({ kind, count }) => {
  if (kind === 'port') {
    if (server.listening) process.send({ result: server.address().port })
    else server.once('listening', () => process.send({ result: server.address().port }))
  } else {
    wanted = count
    tell()
  }
})
