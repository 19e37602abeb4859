import './foundation/machine-patterns.ts'
import { ConfigError, readConfig } from './foundation/config.ts'
import { WORKER_ARGUMENT } from './service/worker-messages.ts'

try {
  const config = readConfig(process.env)
  const isWorker = process.argv.includes(WORKER_ARGUMENT)
  let stopping = false
  let stopService: (() => Promise<void>) | undefined
  const stop = (exitCode: number) => {
    // The order to stop may arrive before the worker has started.
    if (!stopService) process.exit(exitCode)
    if (stopping) return
    stopping = true
    stopService().then(
      () => process.exit(exitCode),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  // The modules below are imported after the settings are valid, since the service loads hundreds of them.
  if (config.workers > 1 && !isWorker) {
    const { startPrimary } = await import('./service/primary.ts')
    const primary = await startPrimary(config, process.argv[1] as string)
    stopService = primary.stop
    handleSignals()
    announce(primary)
  } else {
    const { openWorkerLink, shareOf } = await import('./service/worker.ts')
    const worker = isWorker ? await openWorkerLink(shareOf(config), () => stop(0)) : undefined
    const { startService } = await import('./service.ts')
    const service = await startService(worker ? shareOf(config) : config, worker ? { worker } : {})
    stopService = service.stop
    handleSignals()
    if (!worker) announce(service)
    service.failed.then((error) => {
      console.error(`the database stopped: ${error.message}`)
      stop(1)
    })
  }

  function handleSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0))
  }
} catch (error) {
  // Configuration errors are printed as one sentence; others keep their stack trace. A worker has printed its own.
  const expected = error instanceof ConfigError || (error instanceof Error && error.name === 'DirectoryInUse')
  if (!(error instanceof Error && error.name === 'WorkerNotStarted'))
    console.error(expected ? (error as Error).message : error)
  process.exit(1)
}

/** Printed once the signals are handled, since a supervisor may send one as soon as it reads this. */
function announce({ address, url }: { address: string; url: string }): void {
  console.log(`listening on ${address}${url === address ? '' : ` for ${url}`}`)
}
