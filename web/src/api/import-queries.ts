import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import { queryKeys } from './queries.ts'

const IMPORT_ROWS = 50

/** The newest imports, and how much can be imported. */
export const importsQuery = queryOptions({
  queryKey: queryKeys.imports,
  queryFn: () => unwrap(api.GET('/v1/imports', { params: { query: { limit: IMPORT_ROWS } } })),
})
