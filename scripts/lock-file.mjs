import { readFileSync } from 'node:fs'

/** The entries of package-lock.json by path. */
export const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))

/** The path of the entry that `name` resolves to from the package at `path`: its own node_modules or one further up. */
export function resolveFrom(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[candidate]) return candidate
    if (!folder) return undefined
  }
}

/** The paths of everything that the workspaces at these paths use at run time, themselves included. */
export function closureOf(workspaces, isWanted = () => true) {
  const found = new Set()
  const collect = (path) => {
    if (path === undefined || found.has(path)) return
    const { link, resolved, dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[path]
    if (link) return collect(resolved)
    found.add(path)
    // A framework that a workspace adapts to is the user's choice.
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      if (!(isWorkspace(path) && peerDependenciesMeta?.[name]?.optional) && isWanted(path, name))
        collect(resolveFrom(path, name))
  }
  for (const path of workspaces) collect(path)
  return found
}

export const isWorkspace = (path) => path !== '' && !path.includes('node_modules/')
