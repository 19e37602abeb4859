/** Picks the named parameters from a search; empty ones and values that are no text are dropped. The API validates them. */
export function pickParams<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [N in Name]?: string } {
  const present = names.filter((name) => typeof search[name] === 'string' && search[name] !== '')
  return Object.fromEntries(present.map((name) => [name, search[name]])) as { [N in Name]?: string }
}
