export function pathsNamedIn(path: string, code: string): Set<string>
export function dependenciesOf(path: string): Set<string>
export function affectedTests(tests: readonly string[], changed: readonly string[]): string[]
