import { ConfigError, readConfig } from './foundation/config.ts'
import { startService } from './service.ts'

try {
  const service = await startService(readConfig(process.env))
  console.log(`listening on ${service.url}`)
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
  service.failed.then((error) => {
    console.error(`the database stopped: ${error.message}`)
    stop(1)
  })
} catch (error) {
  // What is wrong with the configuration or the data directory is for a person to read; the rest keeps its stack.
  const plain = error instanceof ConfigError || (error instanceof Error && error.name === 'DirectoryInUse')
  console.error(plain ? (error as Error).message : error)
  process.exit(1)
}
