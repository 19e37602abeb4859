// Stands in for the thread or process of a local model: each vector is one number, how many slices it had before. A text may ask
// it to die, to fail or never to answer; the folder's name may ask it not to start.

import { parentPort, workerData } from 'node:worker_threads'

const { dir } = workerData ?? JSON.parse(process.argv[2])
const port = parentPort ?? process
const answer = (reply) => (parentPort ? parentPort.postMessage(reply) : process.send(reply))
let slices = 0

if (dir.includes('broken')) answer({ broken: 'the folder asked for it' })
else {
  port.on('message', ({ slice, texts }) => {
    if (texts.includes('die')) process.exit(1)
    if (texts.includes('hang')) return
    if (texts.includes('fail')) answer({ failed: 'a text asked for it' })
    else answer({ slice, vectors: new Float32Array(texts.length).fill(slices) })
    slices++
  })
  answer({ dim: 1 })
}
