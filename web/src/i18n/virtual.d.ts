/** The catalogues, which the build compiles from `locales/` (`scripts/catalogues.ts`). */
declare module 'virtual:catalogues' {
  /** Loads the catalogue of a language; English has none. */
  export const catalogues: Readonly<Record<string, (() => Promise<Record<string, never>>) | undefined>>
}
