// Estimates what installations of several sizes need, from the results of `bench:mixed` and `bench:scale`, and which limit
// each reaches next; docs/scaling.md shows them, and `--write` replaces them there. See README.md.
//
//   npm run bench:sizing -- [--mixed mixed-postgres-2] [--scale scale] [--write]

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { round, table } from './lib/report.mjs'
import { readOptions } from './lib/run.mjs'

const options = readOptions({ mixed: 'mixed-postgres-2', scale: 'scale', write: false })
const DOCUMENT = new URL('../docs/scaling.md', import.meta.url)

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
const MEMORIES = 200
/** The share of people who use an app on a day, and how many calls their apps make. */
const ACTIVE_SHARE = 0.2
const CALLS_A_DAY = 15
/** Calls per second in the busiest hour, relative to the average. */
const PEAK = 3
/** The share of people who are active in the busiest hour and so have a search index. */
const INDEXED_SHARE = 0.02
/** How busy cores are in the busiest hour. */
const BUSY_SHARE = 0.5
const DAY_SECONDS = 86_400
const AUDIT_DAYS = 365
const VECTOR_DIMENSIONS = 384
const BYTES_PER_KB = 1024
const [GB, TB] = [1e9, 1e12]

/** RECALL_MEMORY_MB by default. */
const INDEX_BYTES_PER_PROCESS = 512 * 1024 ** 2
const PARTITIONED_FROM_MEMORIES = 100e6
const DATABASE_BYTES_MAX = 2e12
const CORES_MAX = 32

function resultOf(name, script) {
  const file = new URL(`results/${name}.json`, import.meta.url)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  console.error(`There is no result “${name}”; run ${script} first.`)
  return process.exit(2)
}

const { steady } = resultOf(
  options.mixed,
  `npm run bench:mixed -- --engine postgres --processes 2 --result ${options.mixed}`,
).reports[0]
const scale = resultOf(options.scale, 'npm run bench:scale')
const secondsPerCall = {
  service: steady.cpu.service / steady.all.requests,
  database: steady.cpu.database / steady.all.requests,
}
const rowBytes = Object.fromEntries(scale.rows.map(({ row, bytes }) => [row, bytes]))
const [smallStore] = scale.recalls
const indexBytesPerMemory = (smallStore['index KB'] * BYTES_PER_KB) / smallStore.memories + VECTOR_DIMENSIONS

/** What so many people need in the busiest hour of a year. */
function needsOf(people) {
  const calls = (people * ACTIVE_SHARE * CALLS_A_DAY * PEAK) / DAY_SECONDS
  const audit = people * ACTIVE_SHARE * CALLS_A_DAY * AUDIT_DAYS * rowBytes.audit_entries
  const memories = people * MEMORIES * (rowBytes.memories + rowBytes.memory_vectors)
  return {
    calls,
    serviceCores: (calls * secondsPerCall.service) / BUSY_SHARE,
    databaseCores: (calls * secondsPerCall.database) / BUSY_SHARE,
    indexBytes: people * INDEXED_SHARE * MEMORIES * indexBytesPerMemory,
    bytes: people * rowBytes['user with one app'] + memories + audit,
    audit,
  }
}

// All needs grow with the number of people, so each limit is reached at one number.
const perPerson = needsOf(1)
const WALLS = [
  { wall: 'one process', people: 1 / perPerson.serviceCores, remedy: 'more processes, routed by credential' },
  {
    wall: 'search indexes of one process',
    people: INDEX_BYTES_PER_PROCESS / perPerson.indexBytes,
    remedy: 'more processes, or a larger `RECALL_MEMORY_MB`',
  },
  {
    wall: 'tables without partitions',
    people: PARTITIONED_FROM_MEMORIES / MEMORIES,
    remedy: '`deploy/postgres/partition.sql`',
  },
  {
    wall: `disks of one database (${DATABASE_BYTES_MAX / TB} TB)`,
    people: DATABASE_BYTES_MAX / perPerson.bytes,
    remedy: 'a shorter `AUDIT_DAYS`, or several database machines',
  },
  {
    wall: `${CORES_MAX} cores of one database`,
    people: CORES_MAX / perPerson.databaseCores,
    remedy: 'several database machines',
  },
].sort((a, b) => a.people - b.people)

const whole = (value) => Math.ceil(value).toLocaleString('en')
const bytes = (value) =>
  value >= TB ? `${round(value / TB)} TB` : value >= GB ? `${round(value / GB)} GB` : `${round(value / 1e6)} MB`

const sizes = SIZES.map((people) => {
  const needs = needsOf(people)
  return {
    People: people.toLocaleString('en'),
    'Peak calls/s': whole(needs.calls),
    'Service cores': whole(needs.serviceCores),
    'PostgreSQL cores': whole(needs.databaseCores),
    'Active indexes': bytes(needs.indexBytes),
    Database: bytes(needs.bytes),
    'of which audit': bytes(needs.audit),
    'Next wall': WALLS.find((each) => each.people > people)?.wall ?? 'none known',
  }
})
const walls = WALLS.map(({ wall, people, remedy }) => ({
  Wall: wall,
  'at people': Number(people.toPrecision(2)).toLocaleString('en'),
  Then: remedy,
}))
const [perUser, perMemory, perAudit] = [
  rowBytes['user with one app'],
  rowBytes.memories + rowBytes.memory_vectors,
  rowBytes.audit_entries,
].map((value) => Math.round(value).toLocaleString('en'))
const text = [
  `A call of the mixed load costs ${round(1e3 * secondsPerCall.service)} ms of the service and ${round(1e3 * secondsPerCall.database)} ms of PostgreSQL. ` +
    `The database holds people × (${perUser} + ${MEMORIES} × ${perMemory} + ${ACTIVE_SHARE} × ${CALLS_A_DAY} × ${AUDIT_DAYS} × ${perAudit}) bytes.`,
  ...[sizes, walls].map((rows) => table(Object.keys(rows[0]), rows)),
].join('\n\n')
if (options.write) {
  const before = readFileSync(DOCUMENT, 'utf8')
  const after = before.replace(/(<!-- sizing -->\n)[\s\S]*(<!-- \/sizing -->)/, `$1${text}\n$2`)
  writeFileSync(DOCUMENT, after)
}
console.log(text)
