#!/usr/bin/env node
import './foundation/machine-patterns.ts'
import { DEVELOPER_HELP, isDeveloperCommand } from './developer-cli/command.ts'
import { VERSION } from './foundation/version.ts'

/* The program of the npm package: starts the service, or runs one of the commands in command.ts. */

const HELP = `memory-service              starts the service; its settings are environment variables
memory-service move …       moves the embedded database to PostgreSQL
memory-service backup …     copies the data directory of a running or stopped service
memory-service restore …    restores a backup
memory-service migrate      applies the migrations of this version to PostgreSQL and ends
memory-service admin …      accounts, apps, limits, invitations, usage: memory-service admin --help
memory-service convert …    converts exports of other services to lines that the Hub imports
memory-service rotate-key   changes the secret key while the service runs

For developers of apps, against any installation (--url):

${DEVELOPER_HELP}

A command without options prints the options it takes. Settings: https://www.npmjs.com/package/memory-service
`

process.setSourceMapsEnabled(true)
const [argument] = process.argv.slice(2)
if (argument === '--help' || argument === '-h') process.stdout.write(HELP)
else if (argument === '--version' || argument === '-v') process.stdout.write(`${VERSION}\n`)
else if (isDeveloperCommand(argument)) await import('./developer-cli/main.ts')
else await import(argument === undefined ? './main.ts' : './command.ts')
