/** The first thing said of a field or of anything inside it: `redirect_uris` finds `redirect_uris.1` too. */
export function errorUnder(errors: Record<string, string>, path: string): string | undefined {
  return Object.entries(errors).find(([field]) => field === path || field.startsWith(`${path}.`))?.[1]
}

/** One entry a line, as a text area holds them. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
