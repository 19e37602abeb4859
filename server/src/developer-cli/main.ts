import { runDeveloperCommand } from './command.ts'

/* Runs a command for developers until it ends or is interrupted. It loads nothing of the service, so it starts at once. */

const stop = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
})
// The reader closed its end of the pipe.
process.stdout.on('error', () => process.exit(0))

process.exitCode = await runDeveloperCommand(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
  stop,
})
