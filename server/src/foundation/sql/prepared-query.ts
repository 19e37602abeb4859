import type { Connection, FieldDef, Submittable } from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

/*
 * A named statement as the driver takes it. The driver's own class asks for the description of the rows at every call;
 * this one asks once per statement and connection, and reads rows with a function compiled from that description.
 */

/** What the driver reports when a statement is done. */
export interface QueryResult {
  rows: unknown[]
  rowCount: number
}

/** Converts the text of a value by the type of its column. */
export type TypeParser = (oid: number) => (text: string) => unknown

/** The parts of the driver's connection that send a statement. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
  readonly submittedNamedStatements: Record<string, string | undefined>
  parse(query: { text: string; name: string }): void
  bind(config: { statement: string; values: readonly unknown[]; valueMapper: typeof prepareValue }): void
  describe(message: { type: 'P' }): void
  execute(config: object): void
  sync(): void
}

/** The columns of a statement's rows. */
interface Shape {
  columns: number
  read: (values: readonly (string | null)[]) => unknown
}

const NO_ROWS: Shape = { columns: 0, read: () => ({}) }

// A statement of this name has other columns on another connection if a migration has added some in between.
const shapes = new WeakMap<Wire, Map<string, Shape>>()

interface Statement {
  name: string
  text: string
  values: readonly unknown[]
}

export class PreparedQuery implements Submittable {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** Read and wrapped by the driver, which ends the statement after this time. */
  query_timeout: number | undefined
  /** Set by the driver or by its caller. */
  callback: ((error: unknown, result?: QueryResult) => void) | undefined
  readonly #typeParser: TypeParser
  readonly #rows: unknown[] = []
  #rowCount = 0
  #wire: Wire | undefined
  #shape: Shape | undefined
  #failure: unknown

  constructor({ name, text, values }: Statement, typeParser: TypeParser) {
    this.name = name
    this.text = text
    this.values = values
    this.#typeParser = typeParser
  }

  submit(connection: Connection): Error | null {
    const wire = connection as unknown as Wire
    const { name, text, values } = this
    this.#wire = wire
    this.#shape = shapesOf(wire).get(name)
    // One packet for all messages.
    wire.stream.cork()
    try {
      if (wire.parsedStatements[name] === undefined && wire.submittedNamedStatements[name] === undefined) {
        wire.parse({ text, name })
        wire.submittedNamedStatements[name] = text
      }
      wire.bind({ statement: name, values, valueMapper: prepareValue })
      if (!this.#shape) wire.describe({ type: 'P' })
      wire.execute({})
    } catch (error) {
      this.#failure = error
    } finally {
      wire.sync()
      wire.stream.uncork()
    }
    return null
  }

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    this.#shape = shapeOf(fields, this.#typeParser)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#failure) return
    try {
      const shape = this.#shape as Shape
      if (fields.length !== shape.columns)
        throw new Error(`a statement returned other columns than before: ${this.text}`)
      this.#rows.push(shape.read(fields))
    } catch (error) {
      this.#failure = error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rowCount = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
  }

  handleReadyForQuery(): void {
    const wire = this.#wire as Wire
    if (this.#failure) {
      shapesOf(wire).delete(this.name)
      this.callback?.(this.#failure)
      return
    }
    shapesOf(wire).set(this.name, this.#shape ?? NO_ROWS)
    this.callback?.(null, { rows: this.#rows, rowCount: this.#rowCount })
  }

  handleError(error: unknown): void {
    if (this.#wire) shapesOf(this.#wire).delete(this.name)
    this.callback?.(this.#failure ?? error)
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}
}

function shapesOf(connection: Wire): Map<string, Shape> {
  let known = shapes.get(connection)
  if (!known) shapes.set(connection, (known = new Map()))
  return known
}

// Compiled, since a loop over the names of columns takes several times as long.
function shapeOf(fields: readonly FieldDef[], typeParser: TypeParser): Shape {
  const parsers = fields.map(({ dataTypeID }) => typeParser(dataTypeID))
  const columns = fields.map(
    ({ name }, at) => `${JSON.stringify(name)}: values[${at}] === null ? null : parsers[${at}](values[${at}])`,
  )
  const read = new Function('parsers', `return (values) => ({ ${columns.join(', ')} })`)(parsers)
  return { columns: fields.length, read }
}
