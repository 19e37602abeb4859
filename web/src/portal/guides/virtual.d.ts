/** The guides, which the build renders from `docs/` (`scripts/guides.ts`). */
declare module 'virtual:guides' {
  interface GuideText {
    title: string
    html: string
    sections: { id: string; title: string }[]
  }
  /** Loads a guide by its slug. */
  export const loaders: Readonly<Record<string, (() => Promise<GuideText>) | undefined>>
}
