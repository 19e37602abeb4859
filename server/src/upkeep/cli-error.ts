/** A command cannot continue. The command line prints the message without a stack trace. */
export class CliError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CliError'
  }
}
