import type { Route } from '../src/foundation/route.ts'

export function apiDocument(routes: readonly Route[]): string
