// A separate program: creates a cluster in the empty folder given as its argument, from the dump on standard input, or
// a new one when the input is empty. It does not fsync; the parent process does.

import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'

// Creating takes a moment: optimising the engine would double the processor time. On other processors the optimising
// compiler may be needed.
if (['x64', 'arm64'].includes(process.arch)) setFlagsFromString('--liftoff-only')

const dump = await buffer(process.stdin)
const pg = await PGlite.create({
  dataDir: process.argv[2],
  ...(dump.length > 0 ? { loadDataDir: new Blob([dump]) } : {}),
})
await pg.close()
