/** By attribute, so that a text that is looked up often is the same string. Attributes are a closed vocabulary. */
const TERMS = new Map<string, string>()

/** The term of an attribute that a row states, such as `@self:home`. No token contains `@`. */
export function attributeTerm(attribute: string): string {
  let term = TERMS.get(attribute)
  if (term === undefined) TERMS.set(attribute, (term = `@${attribute}`))
  return term
}
