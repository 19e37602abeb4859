import { spawn } from 'node:child_process'

// The address is passed as an argument, never through a shell.
const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens an address in the user's browser, if there is one. */
export function openBrowser(address: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true })
  // The address is printed as well, so a missing browser is not an error.
  child.on('error', () => {})
  child.unref()
}
