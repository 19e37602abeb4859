/*
 * Paths and texts of the memory tool's files.
 */

const ROOT = '/memories'
const PATH_CHARS_MAX = 180
const NUMBER_WIDTH = 6
const LEVELS = 2

/** A path within the directory of memories, without a slash at its end. */
export function pathOf(path: string): string {
  const names = path.split('/').slice(1)
  while (names.at(-1) === '') names.pop()
  const isPlain = names.every((name) => name && !/^\.\.?$/.test(name) && !/%2e|\\|[\p{Cc}]/iu.test(name))
  if (!path.startsWith('/') || `/${names[0]}` !== ROOT || !isPlain)
    throw new Error(
      `The path must be ${ROOT} or start with ${ROOT}/, without \`..\`; got ${path.slice(0, PATH_CHARS_MAX)}.`,
    )
  const plain = `/${names.join('/')}`
  if (plain.length > PATH_CHARS_MAX) throw new Error(`A path has at most ${PATH_CHARS_MAX} characters.`)
  return plain
}

/** Whether a path is in a directory, at any depth. */
export const isBelow = (path: string, directory: string): boolean => path.startsWith(`${directory}/`)

/** A directory and what is in it, two levels deep, with sizes in characters. */
export function childrenOf(directory: string, files: readonly { path: string; chars: number }[]): string {
  const sizes = new Map<string, number>([[directory, 0]])
  for (const { path, chars } of files) {
    const names = path.slice(directory.length + 1).split('/')
    const shown = Array.from({ length: Math.min(names.length, LEVELS) + 1 }, (_, at) =>
      [directory, ...names.slice(0, at)].join('/'),
    )
    for (const each of shown) sizes.set(each, (sizes.get(each) ?? 0) + chars)
  }
  return [...sizes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, chars]) => `${chars}\t${path}`)
    .join('\n')
}

/** A text with line numbers, from the first to the last line of a range (-1: the end). */
export function numbered(text: string, range?: readonly number[] | null): string {
  const [first = 1, last = -1] = range ?? []
  const lines = text.split('\n')
  const from = Math.max(1, first)
  const shown = lines.slice(from - 1, last < 0 ? undefined : last)
  return shown.map((line, at) => `${String(from + at).padStart(NUMBER_WIDTH)}\t${line}`).join('\n')
}

/** A text with the only occurrence of a string replaced. */
export function replacedOnce(text: string, old: string, by: string, path: string): string {
  const at = old ? text.indexOf(old) : -1
  if (at < 0) throw new Error(`No replacement was made: old_str does not appear verbatim in ${path}.`)
  if (text.indexOf(old, at + 1) >= 0)
    throw new Error(`No replacement was made: old_str appears several times in ${path}.`)
  return text.slice(0, at) + by + text.slice(at + old.length)
}

/** A text with another inserted after a line; 0 is the beginning. */
export function withInserted(text: string, line: number, inserted: string): string {
  const lines = text ? text.split('\n') : []
  if (!Number.isInteger(line) || line < 0 || line > lines.length)
    throw new Error(`insert_line must be between 0 and ${lines.length}; got ${line}.`)
  return [...lines.slice(0, line), inserted.replace(/\n$/, ''), ...lines.slice(line)].join('\n')
}
