/** An entry of package-lock.json. */
export interface LockedPackage {
  version?: string
  engines?: { node?: string }
  dependencies?: Record<string, string>
}

export const packages: Record<string, LockedPackage>
export function closureOf(workspaces: readonly string[]): Set<string>
export function resolveFrom(path: string, name: string): string | undefined
