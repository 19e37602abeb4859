// Error messages for users: what happened and what to do.

import { MemoryServiceError } from '@memory-service/sdk'

/**
 * @param {unknown} error
 * @throws the error itself if it is not a MemoryServiceError
 */
export function inPlainWords(error) {
  if (!(error instanceof MemoryServiceError)) throw error
  if (error.code === 'scope_denied')
    return `You have not allowed this diary to do that (${error.details.missing_scope}). Connect again to allow it.`
  if (error.code === 'limit_exceeded') {
    // The numbers of a person's plan are only for apps that may read everything, which this one may not.
    const { limit, max, plan } = error.details
    const things = limit.replaceAll('_', ' ')
    if (max === undefined) return `Your plan allows no more ${things}. Nothing was saved.`
    return `The ${plan} plan allows ${max} ${things}, and all are used. Nothing was saved.`
  }
  if (error.code === 'rate_limited') return `That was a lot at once. Try again in ${error.details.retry_after} seconds.`
  if (error.code === 'validation_failed') return error.details.map(({ message }) => `That ${message}.`).join(' ')
  if (error.code === 'idempotency_key_reused') return 'This entry was saved already, as you wrote it first.'
  if (error.code === 'access_denied') return 'You have not connected your memory. Nothing was shared.'
  if (error.code === 'invalid_callback') return 'That did not start here. Try once more.'
  if (error.code === 'invalid_grant') return 'That took too long, or was used before. Connect once more.'
  if (error.code === 'unauthorized') return 'This diary’s access to your memory has ended. You can connect it again.'
  if (isAway(error)) return 'Your memory cannot be reached at the moment. Try again in a little while.'
  return `That did not work: ${error.message}${error.requestId ? ` (${error.requestId})` : ''}`
}

function isAway({ code, status = 0 }) {
  return ['unreachable', 'timeout', 'invalid_response'].includes(code) || status >= 500
}
