import { APIError } from 'openai/error'

/* Finds out whether a server refused the text of a request, which the caller can change. */

const BAD_REQUESTS = [400, 422]
/** Error codes about the text. Servers may quote the text in such messages, so only these reasons are shown. */
const TEXT_CODES: Record<string, string> = {
  context_length_exceeded: 'is longer than the model accepts, together with the prompt around it',
  content_filter: 'is refused by the content filter of the model',
  content_policy_violation: 'is refused by the content filter of the model',
}

/** Whether a server rejected the request's content, so that it may accept a changed request. */
export function isBadRequest(error: unknown): error is APIError {
  return error instanceof APIError && BAD_REQUESTS.includes(error.status as number)
}

/** Why a server refused the text, as a predicate; undefined if its error concerns something else. */
export function textRefusal(error: unknown): string | undefined {
  if (!isBadRequest(error)) return undefined
  const { code } = error
  return typeof code === 'string' && Object.hasOwn(TEXT_CODES, code) ? TEXT_CODES[code] : undefined
}
