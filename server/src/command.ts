import './foundation/machine-patterns.ts'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './foundation/config.ts'
import { Failure } from './foundation/errors.ts'
import { explainDatabaseError } from './foundation/startup-errors.ts'
import { CliError } from './upkeep/cli-error.ts'

/*
 * Commands that work on the data beside the service: move, backup, restore, migrate, admin, rotate-key; and convert, which reads
 * exports of other services. Each loads only the modules that it needs.
 */

const USAGE = `
memory-service move    --from ./data --to postgres://… [--restart] [--show-key]
memory-service backup  --from ./data --to <new folder> [--without-key]
memory-service restore --from <backup> --to <new data directory>
memory-service admin   <command> …   (memory-service admin --help lists them)
memory-service rotate-key
memory-service migrate                (applies the migrations to DATABASE_URL and ends)
memory-service convert <file>… > memories.jsonl

In a checkout: npm run <command> -- <options>`

const env = process.env
/** Unsets what a service on a data directory does not accept. */
const NO_POSTGRES = { DATABASE_URL: undefined, ROLE: undefined, WORKERS: undefined }
const report = (line: string) => console.log(line)
const began = performance.now()
// Progress is optional: without a reader (`| head`), what was begun, such as a backup, is still completed.
process.stdout.on('error', () => {})

try {
  const [first, ...words] = process.argv.slice(2)
  const explainsItself = ['admin', 'rotate-key', 'convert'].includes(first ?? '')
  if (!explainsItself && words.includes('--help')) await printUsage()
  if (first === 'admin') await runOperatorCommand(words)
  if (first === 'rotate-key') await runOperatorCommand(['keys', 'rotate', ...words])
  if (first === 'migrate') await runMigrations(words)
  if (first === 'convert') await runConvert(words)
  const { positionals, values } = readArguments()
  const checksums = await run(positionals[0], values)
  const rows = checksums.reduce((sum, { rows }) => sum + rows, 0)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  report(`done: ${checksums.length} tables, ${rows} rows, counts and checksums match, ${seconds} s`)
} catch (error) {
  const explained = explain(error)
  console.error(process.argv.includes('--json') ? asJson(explained) : explained)
  process.exit(1)
}

/** Returns one sentence for an expected error; other errors as they are, with their stack trace. */
function explain(error: unknown): unknown {
  const cause = error instanceof CliError && error.cause ? error.cause : error
  const explained = explainDatabaseError(cause)
  if (explained !== cause) return (explained as Error).message
  if (cause instanceof Failure && cause.code === 'unavailable' && cause.cause)
    return `The database does not answer: ${(cause.cause as Error).message}.`
  const expected =
    [CliError, ConfigError, Failure].some((kind) => error instanceof kind) || (error as Error).name === 'DirectoryInUse'
  return expected ? (error as Error).message : error
}

/** An error as the commands of the operator print it with `--json`. */
function asJson(error: unknown): string {
  return JSON.stringify({ error: { status: 1, message: typeof error === 'string' ? error : (error as Error).message } })
}

/** Writes the result of a command. Ends the process if it cannot be written, with `status` if its reader has gone. */
function write(stream: NodeJS.WriteStream, text: string, status: number): Promise<void> {
  return new Promise((written) =>
    stream.write(text, (error: NodeJS.ErrnoException | null | undefined) => {
      if (!error) return written()
      if (error.code === 'EPIPE') process.exit(status)
      console.error(`The output cannot be written: ${error.message}.`)
      process.exit(status || 1)
    }),
  )
}

/** Converts files to standard output and ends the process. */
async function runConvert(words: readonly string[]): Promise<never> {
  const { convert } = await import('./upkeep/convert.ts')
  await convert(words, { write: (text) => write(process.stdout, text, 1), report: (line) => console.error(line) })
  process.exit(0)
}

/** Prints how the commands are called and ends the process. */
async function printUsage(): Promise<never> {
  await write(process.stdout, `${USAGE.trim()}\n`, 0)
  process.exit(0)
}

/** Applies pending migrations and ends the process. */
async function runMigrations(words: readonly string[]): Promise<never> {
  if (words.length) usageError(`migrate takes no arguments; got ${words.join(' ')}`)
  const { migrateDatabase } = await import('./upkeep/migrate.ts')
  const applied = await migrateDatabase(readConfig(env))
  report(applied.length ? `applied: ${applied.join(', ')}` : 'nothing to apply')
  process.exit(0)
}

/** Runs a command of the operator and ends the process with its status. */
async function runOperatorCommand(words: readonly string[]): Promise<never> {
  const { admin } = await import('./upkeep/admin.ts')
  const { output, status } = await admin(readConfig(env), words)
  await write(status === 0 ? process.stdout : process.stderr, `${output}\n`, status)
  process.exit(status)
}

function readArguments() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  try {
    const options = { from: text, to: text, restart: flag, 'show-key': flag, 'without-key': flag }
    const read = parseArgs({ options, allowPositionals: true })
    const [, extra] = read.positionals
    return extra === undefined ? read : usageError(`unexpected argument: ${extra}`)
  } catch (error) {
    return usageError((error as Error).message)
  }
}

async function run(command: string | undefined, values: ReturnType<typeof readArguments>['values']) {
  // These commands read a data directory, even if the environment is that of a service on PostgreSQL.
  const { dataDir, secretKey, secretKeyPrevious } = readConfig({ ...env, ...NO_POSTGRES })
  const { from = dataDir, to = dataDir } = values
  switch (command) {
    case 'move': {
      const target = values.to || env.DATABASE_URL
      if (!target) return usageError('--to is missing')
      const { readKey } = await import('./upkeep/key.ts')
      const { move } = await import('./upkeep/move.ts')
      const key = await readKey(from, secretKey, secretKeyPrevious)
      const { databaseUrl } = readConfig({ ...env, DATABASE_URL: target, SECRET_KEY: key?.text })
      if (!key || !databaseUrl) return usageError('--to is missing')
      const checksums = await move({ from, to: databaseUrl, key, restart: values.restart, report })
      if (values['show-key']) report(`SECRET_KEY=${key.text}`)
      return checksums
    }
    case 'backup': {
      if (!values.to) return usageError('--to is missing')
      const { backup } = await import('./upkeep/backup.ts')
      return backup({ from, to: values.to, report, withoutKey: values['without-key'] })
    }
    case 'restore': {
      if (!values.from) return usageError('--from is missing')
      const { restore } = await import('./upkeep/backup.ts')
      return restore({ from: values.from, to, report })
    }
    default:
      return usageError(command ? `unknown command: ${command}` : 'a command is missing')
  }
}

function usageError(message: string): never {
  throw new CliError(`${message}\n${USAGE}`)
}
