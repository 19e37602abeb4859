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

/** Words for things that are also names of people or pets. */
export const ALSO_NAMES: ReadonlySet<string> = new Set(
  (
    'rose lily daisy basil robin jack mark grace faith hope joy summer dawn iris ivy olive violet ruby pearl amber jade ' +
    'heather hazel holly ginger pepper rosemary sage willow poppy jasmine dean frank art bill pat guy max ray rich sandy ' +
    'buddy honey cookie coco mocha biscuit luna star sunny lucky shadow tiger bear fly moss clay cliff glen heath reed ' +
    'rusty smoky patch spot peanut pumpkin muffin toffee brandy whisky sherry angel chance melody harmony christian dolly ' +
    'miles sterling faith dan drew will'
  ).split(' '),
)
