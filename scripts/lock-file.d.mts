/** An entry of package-lock.json. */
export interface LockedPackage {
  version?: string
  engines?: { node?: string }
}

export const packages: Record<string, LockedPackage>
export function closureOf(workspaces: readonly string[]): Set<string>
