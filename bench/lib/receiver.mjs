// A webhook receiver that responds 200 at once and records the arrival times.

import { createServer } from 'node:http'

let times = []
let expected = 0

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    times.push(Date.now())
    response.writeHead(200).end()
    reportWhenComplete()
  })
}).listen(0, '127.0.0.1')

function reportWhenComplete() {
  if (!expected || times.length < expected) return
  process.send({ result: times })
  times = []
  expected = 0
}

process.on('message', ({ kind, count }) => {
  if (kind === 'port') {
    if (server.listening) process.send({ result: server.address().port })
    else server.once('listening', () => process.send({ result: server.address().port }))
  } else {
    expected = count
    reportWhenComplete()
  }
})
