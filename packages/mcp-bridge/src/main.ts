#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { bridge } from './bridge.ts'
import { openBrowser } from './browser.ts'
import { CliError } from './cli-error.ts'
import { isPrivate, serviceOf } from './discover.ts'
import { login, logout } from './login.ts'
import { openStore } from './store.ts'
import { fixedToken, storedTokens } from './tokens.ts'
import { VERSION } from './version.ts'

const HELP = `Connects MCP clients that start a program to a Memory Service.

  memory-service-mcp --url <address>          bridges MCP on stdin and stdout to the service
  memory-service-mcp login --url <address>    asks for access in your browser and stores the tokens
  memory-service-mcp logout --url <address>   revokes the access and deletes the tokens

  --scope "<scopes>"   login: asks for these scopes only, separated by spaces
  --no-browser         login: prints the address instead of opening it
  --help, --version

  MEMORY_SERVICE_URL     the address, if there is no --url
  MEMORY_SERVICE_TOKEN   a connection token, used instead of a login

Stdout carries the protocol; messages for you go to stderr. The exit code is 0 when stdin ends, 1 after an error and 2
for wrong usage.
`
const COMMANDS = ['login', 'logout']
const EXIT_USAGE = 2

const log = (line: string) => process.stderr.write(`memory-service-mcp: ${line}\n`)
const print = (line: string) => process.stdout.write(`${line}\n`)

async function run(): Promise<void> {
  const { positionals, values } = parseArguments()
  if (values.help) return void process.stdout.write(HELP)
  if (values.version) return void print(VERSION)
  const [command, ...others] = positionals
  if (others.length) throw usageError('Expected one command at most')
  if (command && !COMMANDS.includes(command)) throw usageError(`Unknown command “${command}”`)
  const { MEMORY_SERVICE_URL, MEMORY_SERVICE_TOKEN: token } = process.env
  const url = values.url ?? MEMORY_SERVICE_URL
  if (!url) throw usageError('--url is missing: the address of the service')
  const service = serviceOf(url)
  const store = openStore()
  if (command === 'login') {
    const open = values['no-browser'] ? () => {} : openBrowser
    return void print(await login(service, store, { scope: values.scope, print, open }))
  }
  if (command === 'logout') return void print(await logout(service, store))
  if (!isPrivate(service.base)) log(`the connection to ${service.base} is not encrypted; use https`)
  const tokens = token ? fixedToken(token) : storedTokens(service, store)
  await bridge({ endpoint: service.resource, tokens, input: process.stdin, output: process.stdout, log })
}

function parseArguments() {
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
    throw usageError((error as Error).message)
  }
}

function usageError(message: string): CliError {
  process.exitCode = EXIT_USAGE
  return new CliError(`${message}\n\n${HELP}`)
}

// The client closed its end of the pipe.
process.stdout.on('error', () => process.exit(0))

try {
  await run()
} catch (error) {
  process.exitCode ||= 1
  log(error instanceof CliError ? error.message : String((error as Error).stack))
}
