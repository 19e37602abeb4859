import type { MatchCondition } from '@langchain/langgraph-checkpoint'

/*
 * The filters of a LangGraph store: operators on fields of a value, and patterns of namespaces.
 */

type Comparable = string | number

const OPERATORS: ReadonlyMap<string, (value: unknown, wanted: unknown) => boolean> = new Map(
  Object.entries({
    $eq: (value, wanted) => isSame(value, wanted),
    $ne: (value, wanted) => !isSame(value, wanted),
    $gt: (value, wanted) => (value as Comparable) > (wanted as Comparable),
    $gte: (value, wanted) => (value as Comparable) >= (wanted as Comparable),
    $lt: (value, wanted) => (value as Comparable) < (wanted as Comparable),
    $lte: (value, wanted) => (value as Comparable) <= (wanted as Comparable),
  }),
)

/** Whether a value has these fields; `{ age: { $gte: 18 } }` compares. */
export function isMatch(value: Record<string, unknown>, filter: Record<string, unknown> | undefined): boolean {
  return Object.entries(filter ?? {}).every(([name, wanted]) => {
    const operators = operatorsIn(wanted)
    if (!operators) return isSame(value[name], wanted)
    return operators.every(([operator, operand]) => {
      const compare = OPERATORS.get(operator)
      if (!compare) throw new Error(`The filter of \`${name}\` has the operator ${operator}; known are ${KNOWN}.`)
      return compare(value[name], operand)
    })
  })
}

const KNOWN = [...OPERATORS.keys()].join(', ')

function operatorsIn(wanted: unknown): [string, unknown][] | undefined {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return undefined
  const entries = Object.entries(wanted)
  return entries.some(([name]) => name.startsWith('$')) ? entries : undefined
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Whether a namespace meets all conditions; `*` stands for one name. */
export function matchesConditions(namespace: string[], conditions: MatchCondition[] = []): boolean {
  return conditions.every(({ matchType, path }) => {
    if (path.length > namespace.length) return false
    const part = matchType === 'prefix' ? namespace.slice(0, path.length) : namespace.slice(-path.length)
    return path.every((name, at) => name === '*' || name === part[at])
  })
}
