import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { ACTION_LABELS, type Entry } from './labels.ts'
import { LOOK_UPS } from './runs.ts'

type Action = Entry['action']

const OTHER_READS: ReadonlySet<Action> = new Set(['gateway.chat', 'scopes.list', 'turns.list', 'memory.denied'])

/** What actions are about, in the order of the list: the first that fits an action is its group. */
const GROUPS: readonly (readonly [MessageDescriptor, (action: Action) => boolean])[] = [
  [msg`Looking something up`, (action) => LOOK_UPS.has(action) || OTHER_READS.has(action)],
  [msg`Adding, changing and deleting`, (action) => /^(memor|turns)/.test(action)],
  [msg`Apps and what they may do`, (action) => /^(connection|signal)\./.test(action)],
  [msg`Your account`, (action) => /^(account|store)\./.test(action)],
  [msg`The operator of this service`, () => true],
]

/** An action where it stands alone: “Searched memories”. */
export function actionName(action: string): string {
  const label = ACTION_LABELS[action as Action]
  const name = label ? i18n._(label) : action
  return name.charAt(0).toLocaleUpperCase() + name.slice(1)
}

/** All actions with labels, as groups of a list. */
export function actionGroups(): { group: string; items: { value: string; label: string }[] }[] {
  const actions = Object.keys(ACTION_LABELS) as Action[]
  const groupOf = (action: Action) => GROUPS.findIndex(([, fits]) => fits(action))
  return GROUPS.map(([name], at) => ({
    group: i18n._(name),
    items: actions.filter((action) => groupOf(action) === at).map((value) => ({ value, label: actionName(value) })),
  }))
}
