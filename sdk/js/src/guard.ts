import { MemoryServiceError } from './errors.ts'

/**
 * Throws where users could read a secret: in a page, or in a browser's worker. Server runtimes have some of the same globals
 * (Deno's workers, workerd's `WorkerGlobalScope`), but only browsers have a user agent that starts with Mozilla.
 * @throws MemoryServiceError `secret_in_browser`
 */
export function refuseBrowsers(what: string, scope: object = globalThis): void {
  const { navigator } = scope as { navigator?: { userAgent?: string } }
  const isPage = 'window' in scope && 'document' in scope
  const isWorker = 'WorkerGlobalScope' in scope && /^Mozilla\//.test(navigator?.userAgent ?? '')
  if (isPage || isWorker)
    throw new MemoryServiceError(
      'secret_in_browser',
      `${what} is a secret of your server, and in a browser everyone can read it. Call your own server instead.`,
    )
}
