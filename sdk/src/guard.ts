import { MemoryServiceError } from './errors.ts'

/**
 * Refuses to go on where people could read a secret: in a page, or in a worker of a browser. Servers' runtimes have
 * parts of the same globals (Deno's workers, workerd's `WorkerGlobalScope`), but only browsers call themselves Mozilla.
 * @throws MemoryServiceError `secret_in_browser`
 */
export function refuseBrowsers(what: string, scope: object = globalThis): void {
  const { navigator } = scope as { navigator?: { userAgent?: string } }
  const isPage = 'window' in scope && 'document' in scope
  const isWorker = 'WorkerGlobalScope' in scope && /^Mozilla\//.test(navigator?.userAgent ?? '')
  if (isPage || isWorker)
    throw new MemoryServiceError(
      'secret_in_browser',
      `${what} is a secret of your server, and in a browser everybody can read it. Call your own server from here.`,
    )
}
