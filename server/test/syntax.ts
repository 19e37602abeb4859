import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript-api'

/** The root of the repository, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

function filesUnder(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx)$/.test(name) && !/\.test\.ts$|(^|\/)(dist|generated|node_modules|test)\//.test(name))
    .map((name) => `${folder}/${name}`)
}

/** Yields every syntax node of the sources in these folders, tests and generated files excepted. */
export function nodes(...folders: string[]): Generator<{ path: string; node: ts.Node }> {
  return nodesOfFilesWith('', ...folders)
}

/** The same, of the files whose text contains a word: parsing takes longer than reading. */
export function* nodesOfFilesWith(word: string, ...folders: string[]): Generator<{ path: string; node: ts.Node }> {
  for (const path of folders.flatMap(filesUnder)) {
    const text = readFileSync(ROOT + path, 'utf8')
    if (!text.includes(word)) continue
    const open: ts.Node[] = [ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)]
    for (let node = open.pop(); node; node = open.pop()) {
      yield { path, node }
      node.forEachChild((child) => void open.push(child))
    }
  }
}
