import { spawn } from 'node:child_process'

// Each takes the address as an argument of its own, so that no shell reads it.
const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens an address in the person's browser, where there is one. */
export function openBrowser(address: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true })
  // The address stands in the terminal as well.
  child.on('error', () => {})
  child.unref()
}
