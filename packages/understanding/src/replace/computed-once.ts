/*
 * What is read of a statement or a part of it is needed again for each other statement that it is compared with. It is computed
 * once and kept as long as that statement, clause or assertion itself.
 */

/** By what has been read: the results of each function, in the order in which the functions were made. */
const results = new WeakMap<object, unknown[]>()
/** Stands for `undefined`, which says that nothing has been computed. */
const NONE = Symbol('none')
let functions = 0

/** A function that computes its result for each object once. The result must depend on nothing else. */
export function computedOnce<Of extends object, Value>(compute: (of: Of) => Value): (of: Of) => Value {
  const place = functions++
  return (of) => {
    let known = results.get(of)
    if (!known) results.set(of, (known = []))
    let value = known[place]
    if (value === undefined) {
      value = compute(of)
      known[place] = value === undefined ? NONE : value
    }
    return (value === NONE ? undefined : value) as Value
  }
}
