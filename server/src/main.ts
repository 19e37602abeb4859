import { ConfigError, readConfig } from './foundation/config.ts'

try {
  const config = readConfig(process.env)
  // Imported after the settings are valid, since it loads hundreds of modules.
  const { startService } = await import('./service.ts')
  const service = await startService(config)
  let stopping = false
  const stop = (exitCode: number) => {
    if (stopping) return
    stopping = true
    service.stop().then(
      () => process.exit(exitCode),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0))
  // Printed once the signals are handled, since a supervisor may send one as soon as it reads this.
  console.log(`listening on ${service.address}${service.url === service.address ? '' : ` for ${service.url}`}`)
  service.failed.then((error) => {
    console.error(`the database stopped: ${error.message}`)
    stop(1)
  })
} catch (error) {
  // Configuration errors are printed as one sentence; others keep their stack trace.
  const expected = error instanceof ConfigError || (error instanceof Error && error.name === 'DirectoryInUse')
  console.error(expected ? (error as Error).message : error)
  process.exit(1)
}
