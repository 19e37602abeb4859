/** A server-sent event whose data is sent as it is: a JSON document that came from another server. */
export class EventText {
  readonly event: string | undefined
  readonly data: string
  constructor(data: string, event?: string) {
    this.data = data
    this.event = event
  }

  /** The event on the wire; data with line breaks takes several lines. */
  get text(): string {
    const name = this.event && !/[\r\n]/.test(this.event) ? `event: ${this.event}\n` : ''
    return `${name}data: ${this.data.replaceAll('\n', '\ndata: ')}\n\n`
  }
}
