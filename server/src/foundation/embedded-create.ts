// A program of its own: makes a cluster in the empty folder named by its argument, from the dump on its standard
// input, or a new one when that is empty. What it writes is not yet safe from a power cut; the parent sees to that.

import { buffer } from 'node:stream/consumers'
import { PGlite } from '@electric-sql/pglite'

const dump = await buffer(process.stdin)
const pg = await PGlite.create({
  dataDir: process.argv[2],
  ...(dump.length > 0 ? { loadDataDir: new Blob([dump]) } : {}),
})
await pg.close()
