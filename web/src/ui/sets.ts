/** A copy of a set with a value added or removed. */
export function withMember<T>(set: ReadonlySet<T>, value: T, isMember: boolean): ReadonlySet<T> {
  const copy = new Set(set)
  if (isMember) copy.add(value)
  else copy.delete(value)
  return copy
}
