import 'vitest'

/** The database engine of a test project, and the sources that new databases are copied from. */
export type Engine =
  | { kind: 'embedded'; dumpPath: string; dataDirectory: string }
  | { kind: 'postgres'; url: string; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    engine: Engine
  }
}
