/** What a command will not do, in a sentence for the person who called it. */
export class Refusal extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'Refusal'
  }
}
