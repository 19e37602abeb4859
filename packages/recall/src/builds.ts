import type { Arena } from './arena.ts'
import type { BuildPage } from './types.ts'
import { UserIndex } from './user-index.ts'

/** A build that received no page for this long counts as abandoned. */
export const BUILD_ABANDONED_MS = 30_000

/** An index that is being built from pages. */
export interface Build {
  name: string
  nextPage: number
  index: UserIndex
  bytes: number
  lastPageAt: number
  finished: Promise<void>
  finish: () => void
}

export function newBuild({ build: name }: BuildPage, arena: Arena): Build {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  return { name, nextPage: 0, index: new UserIndex(arena), bytes: 0, lastPageAt: performance.now(), finished, finish }
}

export function isAbandoned({ lastPageAt }: Build): boolean {
  return performance.now() - lastPageAt > BUILD_ABANDONED_MS
}
