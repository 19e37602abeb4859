/** The first error of a field or of anything inside it: `redirect_uris` finds `redirect_uris.1` too. */
export function firstErrorUnder(errors: Record<string, string>, path: string): string | undefined {
  return Object.entries(errors).find(([field]) => field === path || field.startsWith(`${path}.`))?.[1]
}

/** The entries of a text area that holds one per line. */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
