import type { Row } from "@florin/core/store/UnitOfWork"
import { type Connection, type FieldDef, Result, type Submittable } from "pg"

/** A statement as the server takes it. One with a name is parsed and planned once per session. */
export interface Step {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
  readonly name: string | undefined
  /** Takes each row as soon as it is there, also when the batch does not end well. */
  readonly receive?: (row: Row) => void
}

/** Reads the rows of a statement. */
type Shape = {
  readonly addFields: (fields: ReadonlyArray<FieldDef>) => void
  readonly parseRow: (fields: Fields) => Row
}

type Fields = ReadonlyArray<string | null>

/** By their names, the statements that a session has prepared; one without a shape returns no rows. */
export type Prepared = Map<string, Shape | undefined>

/** What a batch ends with: the rows of the last statement and how the server sums it up. */
export interface Answer {
  readonly rows: ReadonlyArray<Row>
  readonly summary: string
  /** How many statements were carried out. */
  readonly done: number
}

/** Called once. When the driver gives up by itself there is no answer. */
export type Callback = (error: Error | null, answer?: Answer) => void

const inText = (value: unknown): string | Buffer | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value)
  return String(value)
}

// The types want a second argument that the driver has no use for.
const more = true

/**
 * Statements that go to the server in one piece and are answered in one piece. After one that fails the server carries
 * out none of those behind it, so that a `COMMIT` at the end commits all or is not reached.
 */
export class Batch implements Submittable {
  private readonly rows: Array<Row> = []
  private at = 0
  private shape: Shape | undefined
  private summary = ""
  private failure: Error | undefined

  constructor(
    private readonly steps: ReadonlyArray<Step>,
    private readonly prepared: Prepared,
    /** The driver gives up after this long. Unit: milliseconds. */
    readonly query_timeout: number,
    /** The driver replaces it once it has given up. */
    public callback: Callback
  ) {}

  submit = (connection: Connection): null => {
    connection.stream.cork()
    try {
      for (const step of this.steps) this.send(connection, step)
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  private send(connection: Connection, { name = "", text, values }: Step): void {
    const isKnown = this.prepared.has(name)
    if (!isKnown) {
      // One that failed may have been parsed: closing what is not there is no error.
      if (name !== "") connection.close({ type: "S", name }, more)
      connection.parse({ name, text, types: [] }, more)
    }
    connection.bind({ statement: name, values: values.map(inText) }, more)
    if (!isKnown) connection.describe({ type: "P" }, more)
    connection.execute({}, more)
  }

  handleRowDescription({ fields }: { readonly fields: ReadonlyArray<FieldDef> }): void {
    this.shape = new Result("object", undefined as never) as unknown as Shape
    this.shape.addFields(fields)
  }

  handleDataRow({ fields }: { readonly fields: Fields }): void {
    const isLast = this.at === this.steps.length - 1
    const { name = "", receive = isLast ? (row: Row) => this.rows.push(row) : undefined } = this.steps[this.at]!
    if (receive === undefined) return
    const shape = this.shape ?? this.prepared.get(name)
    try {
      receive(shape!.parseRow(fields))
    } catch (error) {
      this.failure ??= error as Error
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const name = this.steps[this.at]?.name
    if (name !== undefined && !this.prepared.has(name)) this.prepared.set(name, this.shape)
    this.shape = undefined
    this.summary = text
    this.at += 1
  }

  private end(error: Error | null): void {
    this.callback(error, { rows: this.rows, summary: this.summary, done: this.at })
  }

  handleReadyForQuery(): void {
    this.end(this.failure ?? null)
  }

  handleError(error: Error): void {
    this.end(error)
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" })
  }

  /** Rows are never asked for in portions, and nothing is copied in. */
  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: { readonly sendCopyFail: (message: string) => void }): void {
    connection.sendCopyFail("not supported")
  }

  handleCopyData(): void {}
}
