import 'vitest'

/** Which database the tests of a project run on, and what a fresh one is made from. */
export type Engine = { kind: 'embedded'; dumpPath: string } | { kind: 'postgres'; url: string; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    engine: Engine
  }
}
