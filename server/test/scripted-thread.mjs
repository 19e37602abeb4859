// Stands in for the thread of a local model: each vector is one number, how many slices it had before. A text may ask
// it to die, to fail or never to answer; the folder's name may ask it not to start.

import { parentPort, workerData } from 'node:worker_threads'

let slices = 0

if (workerData.dir.includes('broken')) parentPort.postMessage({ broken: 'the folder asked for it' })
else {
  parentPort.on('message', ({ slice, texts }) => {
    if (texts.includes('die')) process.exit(1)
    if (texts.includes('hang')) return
    if (texts.includes('fail')) parentPort.postMessage({ failed: 'a text asked for it' })
    else parentPort.postMessage({ slice, vectors: new Float32Array(texts.length).fill(slices) })
    slices++
  })
  parentPort.postMessage({ dim: 1 })
}
