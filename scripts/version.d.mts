export interface Versioned {
  path: string
  pattern: RegExp
}
export const VERSIONED: Versioned[]
export function withVersion(file: Versioned, text: string, version: string): string
export function sectionOf(changesets: string[], version: string, date: string): string
