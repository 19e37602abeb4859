// Builds the pages: the type check, the bundle. Does nothing when nothing it looks at has changed since the last time.
// Run from the root, after the types of the API have been made: `npm run build`.
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
const INPUTS = ['src', 'public', 'scripts', 'index.html', 'vite.config.ts', 'tsconfig.json']

const COMPRESSED_FROM_BYTES = 1024
// One below the best costs a tenth of the time and a hundredth of the size.
const BROTLI_QUALITY = 10

const hash = createHash('sha256').update(readFileSync(LOCK))
for (const path of INPUTS.flatMap((name) => filesUnder(join(WEB, name))))
  hash.update(`\n${path}\n`).update(readFileSync(path))
const stamp = hash.digest('hex')

if (textOf(STAMP) !== stamp) {
  const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
  const { status } = spawnSync(process.execPath, [tsc, '-p', WEB], { stdio: 'inherit' })
  if (status) process.exit(status)
  await build({ root: WEB, logLevel: 'warn' })
  await compress(join(WEB, 'dist/assets'))
  writeFileSync(STAMP, stamp)
}

// Lays smaller copies beside each file, so that nothing is compressed while somebody waits.
async function compress(folder) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  for (const path of filesUnder(folder)) {
    const text = readFileSync(path)
    if (text.length < COMPRESSED_FROM_BYTES) continue
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
