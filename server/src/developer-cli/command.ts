import { parseArgs } from 'node:util'
import { plainJson, plainLine } from '../foundation/plain-text.ts'
import { addressOf } from './api.ts'
import { CommandError, EXIT, usageError } from './errors.ts'
import { login, logout } from './login.ts'
import { recall, remember } from './memories.ts'
import { openStore, type Store } from './store.ts'
import { tail } from './tail.ts'
import { listen, trigger } from './webhooks.ts'

/* The commands for developers of apps. They call the public API of an installation, and no database. */

const URL_DEFAULT = 'http://127.0.0.1:8787'

/** What a command works with. */
export interface Session {
  /** The address of the installation. */
  url: string
  store: Store
  env: NodeJS.ProcessEnv
  input: NodeJS.ReadableStream
  /** Writes a line of the result to stdout. Texts of the service, such as memories, cannot change what the terminal shows. */
  print: (line: string) => void
  /** Writes a value to stdout as a line of JSON. */
  printJson: (value: unknown) => void
  /** Writes a line about the work to stderr. */
  note: (line: string) => void
  /** Resolves when the command is interrupted. */
  stop: Promise<unknown>
}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const OPTIONS = {
  ...{ url: text, app: text, email: text, token: text, scope: text, kind: text, limit: text, data: text, events: text },
  ...{ 'forward-to': text, 'no-follow': flag, json: flag },
  ...{ every: text, login: flag, watch: flag, yes: flag },
  ...{ 'no-browser': flag, 'dry-run': flag, 'read-only': flag },
  help: { type: 'boolean', short: 'h' },
} as const
type Values = ReturnType<typeof parse>['values']

interface Command {
  /** Its arguments and options, and what it does. */
  usage: string
  about: string
  options: readonly (keyof typeof OPTIONS)[]
  run: (session: Session, words: readonly string[], values: Values) => Promise<void>
}

const COMMANDS: Record<string, Command> = {
  login: {
    usage: 'login [--email <address>]',
    about:
      'Logs in as a developer and stores the session. Asks for the password; a script passes it in MEMORY_SERVICE_PASSWORD.',
    options: ['email'],
    run: (session, _, { email }) => login(session, email === undefined ? {} : { email }),
  },
  logout: {
    usage: 'logout',
    about: 'Ends the session and deletes what is stored for the installation.',
    options: [],
    run: (session) => logout(session),
  },
  listen: {
    usage: 'listen --forward-to <address or port> [--events <types>]',
    about:
      'Forwards the webhooks of an app to your endpoint with valid signatures until you press Ctrl-C. This machine fetches ' +
      'them, so the service need not reach it.',
    options: ['app', 'forward-to', 'events'],
    run: (session, _, values) => listen(session, { ...values, forwardTo: values['forward-to'] }),
  },
  trigger: {
    usage: "trigger <event> --forward-to <address or port> [--data '{…}']",
    about: 'Sends a signed sample of an event to your endpoint. --data replaces fields of its `data`.',
    options: ['forward-to', 'data'],
    run: (session, [event], values) => trigger(session, event, { ...values, forwardTo: values['forward-to'] }),
  },
  tail: {
    usage: 'tail [requests | deliveries | audit] [--no-follow] [--json]',
    about: 'Prints the requests, webhook deliveries or audit entries of an app as they come.',
    options: ['app', 'no-follow', 'json'],
    run: (session, [log], values) => tail(session, log, { ...values, noFollow: values['no-follow'] }),
  },
  remember: {
    usage: 'remember <text> [--scope <scope>] [--kind <kind>] [--token <token>] [--json]',
    about: 'Stores a memory: with a connection token, or as a test person of your app.',
    options: ['app', 'token', 'scope', 'kind', 'json'],
    run: (session, words, values) => remember(session, words.join(' '), values),
  },
  recall: {
    usage: 'recall [<question>] [--scope <scope>] [--limit <n>] [--token <token>] [--json]',
    about: 'Searches memories in the same way, or lists them without a question.',
    options: ['app', 'token', 'scope', 'limit', 'json'],
    run: (session, words, values) => recall(session, words.join(' '), values),
  },
  sync: {
    usage: 'sync <folder> [--watch] [--scope <scope>] [--login] [--read-only] [--dry-run] [--yes] [--token <token>]',
    about:
      'Keeps a folder of Markdown notes and your memories in the same state, within what the connection may read and write. ' +
      '--login asks for access in your browser first (--no-browser prints the address). --watch goes on, and looks for ' +
      'changes of memories every --every seconds (60). More than 10 deletions need --yes.',
    options: ['token', 'scope', 'every', 'login', 'watch', 'yes', 'no-browser', 'dry-run', 'read-only'],
    run: async (session, folders, values) => {
      if (folders.length > 1) throw usageError('sync takes one folder.')
      const { sync } = await import('./sync/run.ts')
      const more = { noBrowser: values['no-browser'], dryRun: values['dry-run'], readOnly: values['read-only'] }
      return sync(session, folders[0], { ...values, ...more })
    },
  },
}

const GENERAL = `
  --url <address>   the installation; default MEMORY_SERVICE_URL, or ${URL_DEFAULT}
  --app <slug>      the app, if you have several

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 log in first, 4 the service cannot be reached.
`

export const isDeveloperCommand = (name: string | undefined): boolean =>
  name !== undefined && Object.hasOwn(COMMANDS, name)

/** Lines of the help for all developer commands. */
export const DEVELOPER_HELP: string = Object.entries(COMMANDS)
  .map(([name, { about }]) => `memory-service ${`${name} …`.padEnd(12)} ${about.split('. ')[0]?.replace(/\.$/, '')}`)
  .join('\n')

/** Runs a developer command. @returns the exit code. */
export async function runDeveloperCommand(
  words: readonly string[],
  ports: Pick<Session, 'env' | 'input' | 'print' | 'note' | 'stop'>,
): Promise<number> {
  const [name = '', ...rest] = words
  const command = COMMANDS[name] as Command
  const help = `memory-service ${command.usage}\n\n${command.about}\n${GENERAL}`
  try {
    const { values, positionals } = parse(rest)
    if (values.help) {
      ports.print(help)
      return 0
    }
    const allowed: readonly string[] = ['url', 'help', ...command.options]
    for (const option of Object.keys(values))
      if (!allowed.includes(option)) throw usageError(`${name} has no option --${option}.`)
    const url = addressOf(values.url ?? ports.env.MEMORY_SERVICE_URL ?? URL_DEFAULT)
    const session: Session = {
      ...{ ...ports, url, store: openStore(ports.env) },
      print: (line) => ports.print(plainLine(line)),
      printJson: (value) => ports.print(plainJson(value)),
      note: (line) => ports.note(plainLine(line)),
    }
    await command.run(session, positionals, values)
    return 0
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    ports.note(`memory-service: ${plainLine(error.message)}${error.exitCode === EXIT.usage ? `\n\n${help}` : ''}`)
    return error.exitCode
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw usageError((error as Error).message)
  }
}
