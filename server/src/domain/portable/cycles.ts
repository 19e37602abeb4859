/*
 * Memories that supersede one another in a circle, as a file can claim: none of them would be current. Pure.
 */

/** A memory, and by which one it is, or may be, superseded. */
export interface Link {
  id: string
  by: string | null
  validFrom: string
  createdAt: string
}

/** The newest memory of a cycle, which stays current, and all of the cycle. */
export interface Cycle {
  newest: string
  ids: readonly string[]
}

/**
 * Finds the cycles among memories. Each memory has one successor at most, so no two cycles share a memory, and without the
 * successors of the newest ones there is none.
 */
export function cyclesIn(links: Iterable<Link>): Cycle[] {
  const byId = new Map<string, Link>()
  for (const link of links) byId.set(link.id, link)
  const visited = new Set<string>()
  const cycles: Cycle[] = []
  for (const start of byId.values()) {
    const path: Link[] = []
    let at: Link | undefined = start
    while (at && !visited.has(at.id)) {
      visited.add(at.id)
      path.push(at)
      at = at.by === null ? undefined : byId.get(at.by)
    }
    const first = at ? path.indexOf(at) : -1
    if (first < 0) continue
    const cycle = path.slice(first)
    cycles.push({ newest: cycle.reduce(newer).id, ids: cycle.map(({ id }) => id) })
  }
  return cycles
}

function newer(a: Link, b: Link): Link {
  const keyOf = ({ validFrom, createdAt, id }: Link) => [Date.parse(validFrom), Date.parse(createdAt), id] as const
  const [ofA, ofB] = [keyOf(a), keyOf(b)]
  const differing = ofA.findIndex((part, at) => part !== ofB[at])
  return differing >= 0 && ofB[differing]! > ofA[differing]! ? b : a
}
