import type { Row } from "@florin/core/store/UnitOfWork"
import { type Connection, type FieldDef, Result, type Submittable } from "pg"

/** A statement in the server's syntax. A named one is prepared once per session. */
export interface Step {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
  readonly name: string | undefined
  /** Called with each row as it arrives, even if the batch fails later. */
  readonly receive?: (row: Row) => void
}

/** Decodes the rows of a statement. */
type Shape = {
  readonly addFields: (fields: ReadonlyArray<FieldDef>) => void
  readonly parseRow: (fields: Fields) => Row
}

type Fields = ReadonlyArray<string | null>

/** A session's prepared statements by name. A statement without a shape returns no rows. */
export type Prepared = Map<string, Shape | undefined>

/** The result of a batch: the rows and the command tag of the last statement. */
export interface Answer {
  readonly rows: ReadonlyArray<Row>
  readonly summary: string
  /** The number of executed statements. */
  readonly done: number
}

/** Called once. There is no answer when the driver times out. */
export type Callback = (error: Error | null, answer?: Answer) => void

const inText = (value: unknown): string | Buffer | null => {
  if (value === null || value === undefined) return null
  // Not copied: the driver does that, more than once.
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return String(value)
}

// The types require a second argument, which the driver ignores.
const more = true

/**
 * Statements sent in one round trip. The server skips the statements after a failed one, so a final `COMMIT` commits
 * everything or is not executed.
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
    /** The driver's timeout. Unit: milliseconds. */
    readonly query_timeout: number,
    /** The driver replaces it after a timeout. */
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
      // The failed statement may have been parsed. Closing a missing statement is not an error.
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

  /** Unused: a batch sets no row limit and copies nothing in. */
  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: { readonly sendCopyFail: (message: string) => void }): void {
    connection.sendCopyFail("not supported")
  }

  handleCopyData(): void {}
}
