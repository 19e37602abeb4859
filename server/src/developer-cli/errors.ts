/** Exit codes of the developer commands. */
export const EXIT = { failed: 1, usage: 2, signIn: 3, unreachable: 4 } as const

/** A command cannot continue. The command line prints the message alone and ends with the exit code. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT.failed, cause?: unknown) {
    super(message, { cause })
    this.name = 'CommandError'
    this.exitCode = exitCode
  }
}

export const usageError = (message: string): CommandError => new CommandError(message, EXIT.usage)
