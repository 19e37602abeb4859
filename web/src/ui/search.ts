/** What an address says under these names; what is empty or no text is not there. The service has the last word on values. */
export function namedIn<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [N in Name]?: string } {
  const given = names.filter((name) => typeof search[name] === 'string' && search[name] !== '')
  return Object.fromEntries(given.map((name) => [name, search[name]])) as { [N in Name]?: string }
}
