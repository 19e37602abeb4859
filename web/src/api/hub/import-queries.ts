import { queryOptions } from '@tanstack/react-query'
import { api, type Shape, unwrap } from '../client.ts'
import { queryKeys } from '../queries.ts'

const IMPORT_ROWS = 50
const READING_POLL_MS = 5_000

const isBeingRead = ({ reading }: Shape<'ImportRecord'>) => reading?.state === 'queued'

/** The newest imports, and how much can be imported. */
export const importsQuery = queryOptions({
  queryKey: queryKeys.imports,
  queryFn: () => unwrap(api.GET('/v1/imports', { params: { query: { limit: IMPORT_ROWS } } })),
  refetchInterval: ({ state }) => (state.data?.items.some(isBeingRead) ? READING_POLL_MS : false),
})
