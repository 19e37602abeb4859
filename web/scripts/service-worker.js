/*
 * Shows a page of its own when a navigation fails because there is no connection. It stores nothing: every document and
 * file comes from the network, so it cannot serve an old version, and this script holds the offline page itself.
 */

/** The offline page by language, and its headers; the build fills them in (`scripts/offline.ts`). */
const PAGES = '{{pages}}'
const HEADERS = '{{headers}}'

const language = new URL(location.href).searchParams.get('language') ?? 'en'

addEventListener('install', () => skipWaiting())

addEventListener('activate', (event) => {
  // The request of a navigation starts before this script runs, so the worker costs no time.
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]))
})

addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  const isPage = mode === 'navigate' && method === 'GET' && !new URL(url).pathname.startsWith('/v1/')
  if (isPage) event.respondWith(pageOr(event))
})

async function pageOr({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return new Response(PAGES[language] ?? PAGES.en, { status: 503, headers: HEADERS })
  }
}
