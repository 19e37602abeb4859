#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { VERSION } from '../version.ts'
import { bridge } from './bridge.ts'
import { openBrowser } from './browser.ts'
import { Complaint } from './complaint.ts'
import { isPrivate, serviceOf } from './discover.ts'
import { login, logout } from './login.ts'
import { openStore } from './store.ts'
import { fixedToken, keptTokens } from './tokens.ts'

const HELP = `Your memory, for clients that start a program and speak the Model Context Protocol with it.

  memory-service mcp --url <address>      speaks MCP on stdin and stdout, for the service at this address
  memory-service login --url <address>    asks you for access in your browser, and keeps it for you alone
  memory-service logout --url <address>   gives the access back

  --scope "<scopes>"   of login: asks for these scopes, separated by spaces, and no others
  --no-browser         of login: opens nothing, and prints the address to open
  --help, --version

  MEMORY_SERVICE_URL     takes the place of --url
  MEMORY_SERVICE_TOKEN   a connection token, takes the place of a login

Stdout is for the protocol; what a person should read goes to stderr. Ends with 0 when stdin does, with 1 when something
went wrong, with 2 when it was called wrongly.
`
const COMMANDS = ['mcp', 'login', 'logout']
const EXIT_USAGE = 2

const say = (line: string) => process.stderr.write(`memory-service: ${line}\n`)

async function run(): Promise<void> {
  const { positionals, values } = read()
  if (values.help) return void process.stdout.write(HELP)
  if (values.version) return void process.stdout.write(`${VERSION}\n`)
  const [command, ...others] = positionals
  if (!command || others.length) throw usage('Say what to do, in one word')
  if (!COMMANDS.includes(command)) throw usage(`There is no command “${command}”`)
  const { MEMORY_SERVICE_URL, MEMORY_SERVICE_TOKEN: token } = process.env
  const url = values.url ?? MEMORY_SERVICE_URL
  if (!url) throw usage('--url is missing: the address of the service')
  const service = serviceOf(url)
  const store = openStore()
  if (command === 'login') {
    const told = await login(service, store, {
      scope: values.scope,
      say: (line) => process.stdout.write(`${line}\n`),
      open: values['no-browser'] ? () => {} : openBrowser,
    })
    return void process.stdout.write(`${told}\n`)
  }
  if (command === 'logout') return void process.stdout.write(`${await logout(service, store)}\n`)
  if (!isPrivate(service.base)) say(`${service.base} is reached without encryption: others may read along`)
  const tokens = token ? fixedToken(token) : keptTokens(service, store)
  await bridge({ endpoint: service.resource, tokens, input: process.stdin, output: process.stdout, say })
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        scope: { type: 'string' },
        'no-browser': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    })
  } catch (error) {
    throw usage((error as Error).message)
  }
}

function usage(message: string): Complaint {
  process.exitCode = EXIT_USAGE
  return new Complaint(`${message}\n\n${HELP}`)
}

// Whoever listened is gone; there is nobody left to tell anything.
process.stdout.on('error', () => process.exit(0))

try {
  await run()
} catch (error) {
  process.exitCode ||= 1
  say(error instanceof Complaint ? error.message : String((error as Error).stack))
}
