/*
 * The document requests what its page reads first (`web/scripts/documents.ts`). A browser keeps such a response until the
 * address is requested, even by the next account. So the scripts take the responses at once, and discard them in time.
 */

/** Responses that no page has read after this time are discarded. */
const FRESH_MS = 10_000

const responses = new Map<string, Promise<Response>>()
let freshUntil = 0

/** Takes the responses that the document has requested. Called once, before any other request. */
export function takeEarlyResponses(): void {
  freshUntil = performance.now() + FRESH_MS
  for (const link of document.querySelectorAll('link[rel=preload][as=fetch]')) {
    const address = link.getAttribute('href') ?? ''
    const response = fetch(address)
    // Reads the body even if no page does: an unread one occupies a connection. A page that reads it handles its errors.
    response.then((each) => each.clone().arrayBuffer()).catch(() => undefined)
    responses.set(address, response)
  }
}

/** The addresses of successful responses that have already arrived. */
export function arrivedResponses(): string[] {
  return [...responses.keys()].filter((address) => {
    const [timing] = performance.getEntriesByName(new URL(address, location.href).href)
    return (timing as PerformanceResourceTiming | undefined)?.responseStatus === 200
  })
}

/** Discards the responses: the account or its data may have changed. */
export function dropEarlyResponses(): void {
  responses.clear()
}

/** The response to a request that the document has made, once; `undefined` if there is none that is still valid. */
export function earlyResponse({ method, url }: Request): Promise<Response> | undefined {
  if (method !== 'GET' || performance.now() > freshUntil) dropEarlyResponses()
  const { pathname, search } = new URL(url)
  const response = responses.get(pathname + search)
  responses.delete(pathname + search)
  return response
}
