/** Of a user whose name is not known. */
export const NO_NAMES: ReadonlySet<string> = new Set()

/** The parts of a name in lower case: `aisha` and `khan` of "Aisha Khan". */
export function namesIn(name: string): ReadonlySet<string> {
  return new Set(
    name
      .toLowerCase()
      .split(/[^\p{L}\p{N}'-]+/u)
      .filter((part) => part.length > 1),
  )
}

/** Whether a name consists of own names only: "Aisha" and "Aisha Khan", but not "Omar Khan". */
export function isOwnName(name: string, ownNames: ReadonlySet<string>): boolean {
  const parts = namesIn(name)
  if (!parts.size || !ownNames.size) return false
  for (const part of parts) if (!ownNames.has(part)) return false
  return true
}
