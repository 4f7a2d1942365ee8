/** The database that all gateways of a simulation share, on a disk that fails when the simulation wants it to. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SqlValue } from "@florin/core/store/UnitOfWork"
import * as Database from "@florin/storage-sql/Database"
import * as GroupCommit from "@florin/storage-sql/GroupCommit"
import * as Stores from "@florin/storage-sql/Stores"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import Sqlite from "better-sqlite3"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Capture from "./internal/capture.js"
import { compiler, connectionOver } from "./internal/clients.js"
import type { Process } from "./Process.js"

/** A driver whose client is made with the process that uses it. */
export type Driver = Omit<Database.Driver, "client">

type Dialect = Driver["dialect"]

/** An empty database, brought up to date once for all simulations, and how its driver names its faults. */
export interface Image {
  readonly bytes: Buffer
  readonly dialect: Dialect
  /** Databases that simulations have left, empty again: to open one and prepare its statements is a fifth of a simulation. */
  readonly spare: Array<Connection>
}

/**
 * What becomes of a COMMIT.
 *
 * - `done`
 * - `refused`: it fails and nothing is written
 * - `unknown-done`, `unknown-lost`: the connection breaks; it was carried out, or it was not
 */
export type CommitFate = "done" | "refused" | "unknown-done" | "unknown-lost"

/** Decides what goes wrong. `full-given-up`: the disk is full and SQLite has rolled the transaction back by itself. */
export interface DiskFaults {
  readonly begin: (process: Process) => "done" | "busy"
  readonly write: (process: Process) => "done" | "full" | "full-given-up"
  readonly commit: (process: Process) => CommitFate
  readonly read: (process: Process) => "done" | "broken"
}

export type Disk = Readonly<ReturnType<typeof make>>

export interface Options {
  readonly image: Image
  readonly faults: DiskFaults
  /** Told of every commit, before the committing process is. */
  readonly committed: (process: Process, lines: ReadonlyArray<Capture.Line>) => void
  /** Told of everything that goes wrong with it. */
  readonly failed: (process: Process, what: string) => void
  /** Told of a statement that wrote although no transaction was open. */
  readonly strayed: (statement: string) => void
}

const fault = (code: string): Error => Object.assign(new Error(code), { code })

const attempt = <A>(work: () => A): Effect.Effect<A, unknown> => Effect.try({ try: work, catch: (error) => error })

const isWriting = /^\s*(?:INSERT|UPDATE|DELETE|WITH)/

type Row = Record<string, string | number | null>
type Rows = ReadonlyArray<Row>

/** Rows as objects. Made here: the driver's own take longer than the query. */
const rowsOf = (names: ReadonlyArray<string>, raw: ReadonlyArray<ReadonlyArray<Row[string]>>): Rows =>
  raw.map((cells) => {
    const row: Row = {}
    for (let index = 0; index < names.length; index++) row[names[index]!] = cells[index]!
    return row
  })

interface Prepared extends Database.Prepared {
  readonly isReader: boolean
  readonly all: (parameters: ReadonlyArray<SqlValue>) => Rows
}

const prepared = (connection: Sqlite.Database, capture: Capture.Capture, text: string): Prepared => {
  const statement = connection.prepare<Array<unknown>, never>(text)
  const isReader = statement.reader
  if (isReader) statement.raw()
  const names = isReader ? statement.columns().map(({ name }) => name) : []
  return {
    isReader,
    run: (parameters) => capture.during(text, () => statement.run(...parameters).changes),
    all: (parameters) => rowsOf(names, statement.all(...parameters))
  }
}

/** Statements of a connection, prepared once. */
const preparing = (connection: Sqlite.Database, capture: Capture.Capture) => {
  const cache = new Map<string, Prepared>()
  return (text: string): Prepared => {
    const statement = cache.get(text) ?? prepared(connection, capture, text)
    cache.set(text, statement)
    return statement
  }
}

const running =
  (prepare: ReturnType<typeof preparing>) =>
  (text: string, parameters: ReadonlyArray<SqlValue> = []): Rows => {
    const statement = prepare(text)
    if (statement.isReader) return statement.all(parameters)
    statement.run(parameters)
    return []
  }

/** A connection to a database of its own in memory. */
interface Connection {
  readonly connection: Sqlite.Database
  readonly prepare: ReturnType<typeof preparing>
  readonly run: ReturnType<typeof running>
  readonly changes: Capture.Capture["take"]
  /** The tables that nothing is in when a simulation begins. */
  readonly tables: ReadonlyArray<string>
}

const open = (bytes: Buffer): Connection => {
  const connection = new Sqlite(bytes)
  // As the gateway's own connections have it.
  connection.pragma("temp_store = MEMORY")
  const capture = Capture.make(connection)
  const prepare = preparing(connection, capture)
  const run = running(prepare)
  const isEmpty = (table: string) => run(`SELECT 1 FROM main.${table} LIMIT 1`).length === 0
  const names = run("SELECT name FROM main.sqlite_schema WHERE type = 'table'").map(({ name }) => String(name))
  return { connection, prepare, run, changes: capture.take, tables: names.filter(isEmpty) }
}

/** As it was opened. */
const emptied = (connection: Connection): Connection => {
  giveUp(connection)
  connection.run("BEGIN")
  for (const table of connection.tables) connection.run(`DELETE FROM main.${table}`)
  connection.run("COMMIT")
  connection.changes()
  return connection
}

/** The one connection, and the process that has a transaction open on it. */
interface Session extends Options, Connection {
  holder: Process | undefined
  /** Readers see what is committed, so they wait here until no transaction is open. */
  readers: Array<() => void>
}

const close = (session: Session): void => {
  session.holder = undefined
  for (const read of session.readers.splice(0)) read()
}

const giveUp = ({ connection, run }: Connection): void => {
  if (connection.inTransaction) run("ROLLBACK")
}

const commit = (session: Session, process: Process): void => {
  const fate = session.faults.commit(process)
  if (fate !== "done") session.failed(process, `COMMIT ${fate}`)
  if (fate === "refused") throw fault("SQLITE_FULL")
  if (fate === "unknown-lost") {
    giveUp(session)
    close(session)
    throw fault("SQLITE_IOERR_WRITE")
  }
  session.run("COMMIT")
  close(session)
  session.committed(process, session.changes())
  if (fate === "unknown-done") throw fault("SQLITE_IOERR_FSYNC")
}

/** Goes on where a statement may write; throws where the disk has no room for it. */
const makeRoom = (session: Session, process: Process, text: string): void => {
  if (!session.connection.inTransaction) session.strayed(text)
  const fate = session.faults.write(process)
  if (fate === "done") return
  session.failed(process, fate)
  if (fate === "full-given-up") giveUp(session)
  throw fault("SQLITE_FULL")
}

const execute = (session: Session, process: Process, text: string, parameters: ReadonlyArray<SqlValue>): Rows => {
  switch (text) {
    case session.image.dialect.begin:
      session.holder = process
      return session.run(text)
    case "COMMIT":
      commit(session, process)
      return []
    case "ROLLBACK":
      giveUp(session)
      close(session)
      return []
  }
  if (isWriting.test(text)) makeRoom(session, process, text)
  return session.run(text, parameters)
}

/** A statement as the group's operations use it: what reads on the connection that writes does not fail. */
const preparedFor = (session: Session, process: Process, text: string): Database.Prepared => {
  const statement = session.prepare(text)
  return {
    run: (parameters) => {
      makeRoom(session, process, text)
      return statement.run(parameters)
    },
    all: statement.all
  }
}

const driver = (session: Session, process: Process): Driver => {
  const { faults, image, run } = session
  const check = (fate: string, code: string): void => {
    if (fate === "done") return
    session.failed(process, fate)
    throw fault(code)
  }
  const now: NonNullable<Database.Statements["now"]> = (text, parameters) => {
    if (text === image.dialect.begin) check(faults.begin(process), "SQLITE_BUSY")
    return execute(session, process, text, parameters)
  }
  const untilClosed = Effect.async<void>((resume) => {
    if (session.holder === undefined) resume(Effect.void)
    else session.readers.push(() => resume(Effect.void))
  })
  const read = (text: string, parameters: ReadonlyArray<SqlValue>) =>
    attempt(() => {
      check(faults.read(process), "SQLITE_IOERR_READ")
      return run(text, parameters)
    })
  const executing: Database.Statements["execute"] = (text, parameters) => attempt(() => now(text, parameters))
  const readCommitted: Database.Statements["execute"] = (text, parameters) =>
    Effect.zipRight(untilClosed, read(text, parameters))
  return {
    dialect: image.dialect,
    patience: Duration.zero,
    reserve: Effect.succeed({
      now,
      execute: executing,
      connection: connectionOver(executing),
      prepare: (text) => preparedFor(session, process, text)
    }),
    read: readCommitted,
    compiler
  }
}

/** A disk with a new database on it. */
export const make = (options: Options) => {
  const { bytes, spare } = options.image
  const connection = spare.pop() ?? open(bytes)
  const session: Session = { ...options, ...connection, holder: undefined, readers: [] }
  return {
    /** The driver as a process has it. */
    driver: (process: Process): Driver => driver(session, process),
    /** The process that has a transaction open. */
    holder: (): Process | undefined => session.holder,
    /** A process died: its transaction is rolled back, as the operating system would have it. */
    abandon: (process: Process): void => {
      if (session.holder !== process) return
      giveUp(session)
      close(session)
    },
    /** Queries what is committed, for the checks. */
    query: (statement: string): Rows => session.run(statement),
    close: (): void => void spare.push(emptied(connection))
  }
}

/** The image that every simulation begins with: the file of a store that has just been made. */
export const image: Effect.Effect<Image> = Effect.gen(function* () {
  const directory = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "florin-simulation-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const filename = join(directory, "florin.db")
  const store = Stores.layer(GroupCommit.layer({ gather: (flush) => flush() })).pipe(
    Layer.provideMerge(SqliteStore.database({ filename }))
  )
  const dialect = yield* Effect.scoped(
    Effect.map(Layer.build(store), (services) => Context.get(services, Database.Database).dialect)
  )
  const connection = new Sqlite(filename)
  // A database in memory has no log beside it.
  connection.pragma("journal_mode = DELETE")
  const bytes = connection.serialize()
  connection.close()
  return { dialect, bytes, spare: [] }
}).pipe(Effect.scoped, Effect.orDie)
