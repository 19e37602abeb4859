/** Reads the arguments of a script: files, of which those after `--name` belong to the list of that name, and flags. */
export function readArguments(first, other) {
  const lists = { [first]: [], [other]: [] }
  const flags = new Set()
  let list = first
  for (const argument of process.argv.slice(2)) {
    if (!argument.startsWith('--')) lists[list].push(argument)
    else if (argument.slice(2) in lists) list = argument.slice(2)
    else flags.add(argument)
  }
  return { lists, flags }
}
