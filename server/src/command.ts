import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './foundation/config.ts'
import { Failure } from './foundation/errors.ts'
import { backup, restore } from './upkeep/backup.ts'
import { readKey } from './upkeep/key.ts'
import { move } from './upkeep/move.ts'
import { Refusal } from './upkeep/refusal.ts'

/*
 * What is done to the data beside the service: `npm run move`, `npm run backup`, `npm run restore`.
 */

const USAGE = `
npm run move    -- --from ./data --to postgres://… [--restart] [--show-key]
npm run backup  -- --from ./data --to <new folder>
npm run restore -- --from <backup> --to <new data directory>`

const env = process.env
const say = (line: string) => console.log(line)
const began = performance.now()

try {
  const { positionals, values } = readArguments()
  const seals = await perform(positionals[0], values)
  const rows = seals.reduce((sum, { rows }) => sum + rows, 0)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  say(`done: ${seals.length} tables, ${rows} rows, counts and checksums the same, in ${seconds} s`)
} catch (error) {
  const plain = [Refusal, Failure, ConfigError].some((kind) => error instanceof kind)
  console.error(plain || (error as Error).name === 'DirectoryInUse' ? (error as Error).message : error)
  if (error instanceof Failure && error.cause) console.error((error.cause as Error).message)
  process.exit(1)
}

function readArguments() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  try {
    const options = { from: text, to: text, restart: flag, 'show-key': flag }
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return misused((error as Error).message)
  }
}

async function perform(verb: string | undefined, values: ReturnType<typeof readArguments>['values']) {
  // A directory is what these are about, whatever database the environment names.
  const { dataDir, secretKey } = readConfig({ ...env, DATABASE_URL: undefined })
  const { from = dataDir, to = dataDir } = values
  switch (verb) {
    case 'move': {
      const key = await readKey(from, secretKey)
      const target = { DATABASE_URL: values.to ?? env.DATABASE_URL, SECRET_KEY: key?.text }
      const { databaseUrl } = readConfig({ ...env, ...target })
      if (!key || !databaseUrl) return misused('--to is missing')
      const seals = await move({ from, to: databaseUrl, key, restart: values.restart, say })
      if (values['show-key']) say(`SECRET_KEY=${key.text}`)
      return seals
    }
    case 'backup':
      return values.to ? backup({ from, to: values.to, say }) : misused('--to is missing')
    case 'restore':
      return values.from ? restore({ from: values.from, to, say }) : misused('--from is missing')
    default:
      return misused('One of these:')
  }
}

function misused(what: string): never {
  throw new Refusal(`${what}\n${USAGE}`)
}
