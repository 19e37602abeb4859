// A worker without a model: each vector is one number, the count of earlier slices. A text can make it exit, fail or hang;
// the name of the model's folder can make loading fail.

import { parentPort, workerData } from 'node:worker_threads'

const { dir } = workerData ?? JSON.parse(process.argv[2])
const port = parentPort ?? process
const send = (message) => (parentPort ? parentPort.postMessage(message) : process.send(message))
let slices = 0

if (dir.includes('broken')) send({ loadError: 'a scripted load error' })
else {
  port.on('message', ({ slice, texts }) => {
    if (texts.includes('die')) process.exit(1)
    if (texts.includes('hang')) return
    if (texts.includes('fail')) send({ error: 'a scripted error' })
    else send({ slice, vectors: new Float32Array(texts.length).fill(slices) })
    slices++
  })
  send({ dim: 1 })
}
