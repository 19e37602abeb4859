/** An error to show at the terminal: one sentence that says what to do. It never contains a secret. */
export class CliError extends Error {}
