import { queryOptions } from '@tanstack/react-query'
import { api, type QueryOf, unwrap } from '../client.ts'
import { queryKeys } from '../queries.ts'

/** What an app asks for, and what it has already. */
export const consentPreviewQuery = (query: QueryOf<'/v1/oauth/preview'>) =>
  queryOptions({
    queryKey: [...queryKeys.consentPreview, query],
    queryFn: () => unwrap(api.GET('/v1/oauth/preview', { params: { query } })),
  })

/** What the user stores and has connected, and how much the plan allows. */
export const planUsageQuery = queryOptions({ queryKey: queryKeys.usage, queryFn: () => unwrap(api.GET('/v1/usage')) })
