// Builds the pages: checks the types, bundles, compresses. Does nothing if no input has changed since the last build.
// Part of `npm run build`, which generates the types of the API first.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const WEB = fileURLToPath(new URL('..', import.meta.url))
const STAMP = join(WEB, 'dist/.stamp')
const LOCK = join(WEB, '../package-lock.json')
const INPUTS = [
  ...['src', 'scripts', 'licences', 'icons', 'index.html', 'vite.config.ts', 'tsconfig.json'],
  // The worker that reads imports.
  ...['../packages/portability/src', '../packages/understanding/src'],
  // The guides.
  ...['../docs', '../README.md'],
]

const COMPRESSED_FROM_BYTES = 1024
// The highest quality, 11, takes ten times as long and saves one percent.
const BROTLI_QUALITY = 10

const hash = createHash('sha256').update(readFileSync(LOCK))
const inputs = INPUTS.flatMap((name) => filesUnder(join(WEB, name))).filter((path) => !path.includes('/screenshots/'))
for (const path of inputs) hash.update(`\n${path}\n`).update(readFileSync(path))
const stamp = hash.digest('hex')

if (textOf(STAMP) !== stamp) {
  const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
  const { status } = spawnSync(process.execPath, [tsc, '-p', WEB], { stdio: 'inherit' })
  if (status) process.exit(status)
  await build({ root: WEB, logLevel: 'warn' })
  await compress(join(WEB, 'dist/assets'))
  writeFileSync(STAMP, stamp)
}

// Writes compressed copies next to each file, so that the server does not compress them per request.
async function compress(folder) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  for (const path of filesUnder(folder)) {
    const text = readFileSync(path)
    if (text.length < COMPRESSED_FROM_BYTES || /\.(woff2|png)$/.test(path)) continue
    writeFileSync(`${path}.br`, await promisify(brotliCompress)(text, { params }))
    writeFileSync(`${path}.gz`, await promisify(gzip)(text))
  }
}

function filesUnder(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
