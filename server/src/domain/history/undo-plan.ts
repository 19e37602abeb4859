import type { StateRow } from '../memories/revision-queries.ts'

/* What taking back the changes of an app means for one memory. Pure: decided from its states, without their content. */

/** What is done with a memory. `to` is the revision whose state it gets. */
export type UndoStep =
  | { kind: 'created'; do: 'delete' }
  | { kind: 'edited'; do: 'change'; to: number }
  | { kind: 'deleted'; do: 'restore'; to: number }
  | { kind: 'skipped' }
  | { kind: 'nothing' }

/** Whose changes are taken back. */
export interface Undone {
  /** The slug of the app. */
  app: string
  since: string
  /** Ids of the memories that the app wrote since then. */
  written: ReadonlySet<string>
  /** Ids of the memories that the app wrote and that are taken back: what they superseded, the app superseded. */
  created: ReadonlySet<string>
}

/**
 * Decides how to take back the changes that an app made to a memory. They are taken back only if no other actor has changed
 * the memory afterwards. A memory that the user has deleted or restored since needs nothing.
 * @param states all stored states, oldest first.
 */
export function undoStep(states: readonly StateRow[], undone: Undone): UndoStep {
  const first = states.findIndex((state) => isBy(state, undone))
  const last = states.at(-1)
  if (first < 0 || !last) return { kind: 'nothing' }
  const since = states.slice(first)
  // Of many states of its own, the first are dropped.
  const isCreated = first === 0 && (states[0]?.revision === 1 || undone.written.has(last.id))
  // The service has taken back that the app superseded it, when the app's memory was deleted.
  const isReleased = last.editor === 'service' && last.change === 'reinstated'
  if (isReleased && since.every(({ editor, change }) => editor === 'service' || change === 'superseded'))
    return { kind: 'nothing' }
  // What the service did meanwhile keeps nothing of the app's, but what it has superseded since stays superseded.
  const isNeutral = ({ editor }: StateRow, at: number) =>
    editor === 'service' && (isCreated || isReleased || at < since.length - 1)
  if (!since.every((state, at) => isBy(state, undone) || isNeutral(state, at)))
    return { kind: last.editor === 'user' && ['deleted', 'restored'].includes(last.change) ? 'nothing' : 'skipped' }
  if (isCreated) return last.live ? { kind: 'created', do: 'delete' } : { kind: 'nothing' }
  const before = states[first - 1]
  // The state before was dropped, because a memory keeps a limited number of them.
  if (!before || before.change === 'deleted') return { kind: 'skipped' }
  const to = before.revision
  return last.live ? { kind: 'edited', do: 'change', to } : { kind: 'deleted', do: 'restore', to }
}

function isBy({ revision, at, editor, sourceApp, origin, supersededBy }: StateRow, undone: Undone): boolean {
  if (at < undone.since) return false
  if (editor === `app:${undone.app}`) return true
  if (editor === 'service') return supersededBy !== null && undone.created.has(supersededBy)
  return editor === null && revision === 1 && sourceApp === undone.app && ['app', 'chat', null].includes(origin)
}

/**
 * Decides how to take back what one undo or merge did to a memory: only if nothing has changed it since.
 * @param states all stored states, oldest first.
 */
export function revertStep(states: readonly StateRow[], act: string): UndoStep {
  const last = states.at(-1)
  if (!last || !states.some((state) => state.act === act)) return { kind: 'nothing' }
  // It may have made several states.
  const before = states.findLast((state) => state.act !== act)
  if (last.act !== act || !before) return { kind: 'skipped' }
  if (!last.live) return { kind: 'deleted', do: 'restore', to: before.revision }
  if (before.change === 'deleted') return { kind: 'created', do: 'delete' }
  return { kind: 'edited', do: 'change', to: before.revision }
}

/** The end of the cause that a state names when an import was taken back. */
export const TAKEN_BACK = '.taken_back'

/** The causes that states of an import name: it created, changed, or took back what it had done. */
export interface ImportActs {
  created: string
  changed: string
  takenBack: string
}

/**
 * Decides how to take back what an import did to a memory: only if nothing but imports has changed it since. What the
 * service decided about an imported memory does not keep it.
 * @param states all stored states, oldest first.
 */
export function importStep(states: readonly StateRow[], acts: ImportActs): UndoStep {
  const last = states.at(-1)
  if (!last?.live || last.act === acts.takenBack) return { kind: 'nothing' }
  const isOf = ({ act }: StateRow) => act === acts.created || act === acts.changed
  const isReverted = revertedIn(states)
  const created = states.findIndex(({ act }) => act === acts.created)
  if (created >= 0) {
    const isUntouched = states
      .slice(created)
      .every((state) => isOf(state) || state.editor === 'service' || isReverted(state))
    return isUntouched ? { kind: 'created', do: 'delete' } : { kind: 'skipped' }
  }
  const first = states.findIndex(({ act }) => act === acts.changed)
  if (first < 0) return { kind: 'nothing' }
  const before = states[first - 1]
  if (!before || before.change === 'deleted' || !states.slice(first).every(isOf)) return { kind: 'skipped' }
  return { kind: 'edited', do: 'change', to: before.revision }
}

/** Whether a state is a change by an import that was taken back, or that return: the state before holds again. */
function revertedIn(states: readonly StateRow[]): (state: StateRow) => boolean {
  const reverted = new Set(
    states.flatMap(({ act }) => (act?.endsWith(TAKEN_BACK) ? [act.slice(0, -TAKEN_BACK.length)] : [])),
  )
  return ({ act }) => act != null && reverted.has(act.split('.', 1)[0] ?? '')
}
