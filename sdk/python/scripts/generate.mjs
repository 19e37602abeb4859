import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { blocking } from './blocking.mjs'
import { pythonTypes } from './types.mjs'

/*
 * Writes the generated files of the Python package: the types of the API, and the blocking client from the asynchronous one.
 * Part of `npm run docs:api`; a test fails if a file is out of date.
 */

const PACKAGE = new URL('../src/memory_service/', import.meta.url)
const DOCUMENT = new URL('../../../openapi.json', import.meta.url)

/** The generated files: path within the package, and text. */
export function generated() {
  const sources = readdirSync(new URL('_async', PACKAGE)).filter((name) => name.endsWith('.py'))
  return [
    { path: 'types.py', text: pythonTypes(JSON.parse(readFileSync(DOCUMENT, 'utf8'))) },
    ...sources.sort().map((name) => ({
      path: `_sync/${name}`,
      text: blocking(readFileSync(new URL(`_async/${name}`, PACKAGE), 'utf8')),
    })),
  ].map(({ path, text }) => ({ path: fileURLToPath(new URL(path, PACKAGE)), text }))
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { path, text } of generated()) writeFileSync(path, text)
