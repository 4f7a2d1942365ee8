/** The database that all gateways of a simulation share, on a disk that fails when the simulation wants it to. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlError } from "@effect/sql/SqlError"
import type { Row, SqlValue } from "@florin/core/store/UnitOfWork"
import * as Database from "@florin/storage-sql/Database"
import * as GroupCommit from "@florin/storage-sql/GroupCommit"
import * as Stores from "@florin/storage-sql/Stores"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import Sqlite from "better-sqlite3"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DiskFaults } from "./FaultPlan.js"
import * as Mirror from "./Mirror.js"
import type { Process } from "./Process.js"

/** An empty database, brought up to date once for all simulations, and what its driver knows of its language. */
export interface Image extends Pick<Database.Driver, "dialect" | "names"> {
  readonly bytes: Buffer
}

export type Disk = ReturnType<typeof make>

interface Options {
  readonly image: Image
  readonly faults: DiskFaults
  /** Called at every commit, before the committing process goes on. */
  readonly committed: (process: Process, lines: ReadonlyArray<Row>) => void
  readonly failed: (process: Process, what: string) => void
  /** Called with a statement that writes although no transaction is open. */
  readonly strayed: (statement: string) => void
}

/** The driver's error codes for what goes wrong. */
const codes = {
  busy: "SQLITE_BUSY",
  broken: "SQLITE_IOERR_READ",
  full: "SQLITE_FULL",
  "full-given-up": "SQLITE_FULL",
  "COMMIT refused": "SQLITE_FULL",
  "COMMIT unknown-lost": "SQLITE_IOERR_WRITE",
  "COMMIT unknown-done": "SQLITE_IOERR_FSYNC"
}

const writes = /^\s*(?:INSERT|UPDATE|DELETE|WITH)/

/** A database, in memory where it is given as bytes, and its statements, prepared once. */
const open = (database: Buffer | string) => {
  const connection = new Sqlite(database)
  const known = new Map<string, Sqlite.Statement<Array<unknown>, Record<string, string | number | null>>>()
  const prepared = (text: string) => {
    const statement = known.get(text) ?? connection.prepare(text)
    known.set(text, statement)
    return statement
  }
  const run = (text: string, parameters: ReadonlyArray<SqlValue> = []): ReadonlyArray<Row> => {
    const statement = prepared(text)
    if (statement.reader) return statement.all(...parameters)
    statement.run(...parameters)
    return []
  }
  return { connection, prepared, run }
}

/** Transactions: one process at a time has one open. */
const transacting = ({ committed, failed, faults, image, strayed }: Options) => {
  const { connection, prepared, run } = open(image.bytes)
  let holder: Process | undefined
  /** Readers see what is committed, so they wait here until no transaction is open. */
  const readers: Array<() => void> = []

  const close = (): void => {
    holder = undefined
    for (const read of readers.splice(0)) read()
  }
  const giveUp = (): void => {
    if (connection.inTransaction) run("ROLLBACK")
  }
  const rollBack = (): void => {
    giveUp()
    close()
  }
  const write = (process: Process): void => {
    const lines = Mirror.take(run)
    run("COMMIT")
    close()
    committed(process, lines)
  }
  /** Does to the transaction what comes of its fate, and throws what the driver would. */
  const suffer = (process: Process, fate: keyof typeof codes, does = () => {}): void => {
    failed(process, fate)
    does()
    throw Object.assign(new Error(fate), { code: codes[fate] })
  }
  const commit = (process: Process): void => {
    const fate = faults.commit()
    const does = { refused: undefined, "unknown-lost": rollBack, "unknown-done": () => write(process) }
    if (fate === "done") write(process)
    else suffer(process, `COMMIT ${fate}`, does[fate])
  }
  /** Goes on where a statement may write; throws where the disk has no room for it. */
  const makeRoom = (process: Process, text: string): void => {
    if (!connection.inTransaction) strayed(text)
    const fate = faults.write()
    if (fate !== "done") suffer(process, fate, fate === "full" ? undefined : giveUp)
  }

  return {
    ...{ connection, prepared, run, rollBack, suffer, makeRoom, commit, holder: () => holder },
    begin: (process: Process, text: string): void => {
      const fate = faults.begin()
      if (fate !== "done") suffer(process, fate)
      holder = process
      run(text)
    },
    untilClosed: Effect.async<void>((resume) => {
      if (holder === undefined) resume(Effect.void)
      else readers.push(() => resume(Effect.void))
    })
  }
}

/** A simulated connection as a host has it. */
const connectionOver = (run: Database.Statements["execute"]): Database.HostConnection => {
  const execute = (text: string, parameters: ReadonlyArray<unknown>) =>
    Effect.mapError(run(text, parameters as ReadonlyArray<SqlValue>), (cause) => new SqlError({ cause }))
  return {
    ...{ execute, executeUnprepared: execute, executeRaw: execute },
    executeValues: (...requested) => Effect.map(execute(...requested), (rows) => rows.map((row) => Object.values(row)))
  }
}

const attempt = <A>(work: () => A): Effect.Effect<A, unknown> => Effect.try({ try: work, catch: (error) => error })

/** A disk with a new database on it. */
export const make = (options: Options) => {
  const { faults, image } = options
  const { connection, holder, prepared, rollBack, run, ...open } = transacting(options)

  const statements = (process: Process): Database.ImmediateStatements => {
    const now: Database.ImmediateStatements["now"] = (text, parameters) => {
      if (text === image.dialect.begin) open.begin(process, text)
      else if (text === "COMMIT") open.commit(process)
      else if (text === "ROLLBACK") rollBack()
      else {
        if (writes.test(text)) open.makeRoom(process, text)
        return run(text, parameters)
      }
      return []
    }
    const execute: Database.Statements["execute"] = (text, parameters) => attempt(() => now(text, parameters))
    return {
      ...{ now, execute, connection: connectionOver(execute) },
      // What reads on the connection that writes does not fail.
      prepare: (text) => ({
        all: (parameters) => prepared(text).all(...parameters),
        run: (parameters) => {
          open.makeRoom(process, text)
          return prepared(text).run(...parameters).changes
        }
      })
    }
  }

  return {
    driver: (process: Process): Database.Driver => {
      const read: Database.Statements["execute"] = (text, parameters) =>
        Effect.zipRight(
          open.untilClosed,
          attempt(() => {
            const fate = faults.read()
            if (fate !== "done") open.suffer(process, fate)
            return run(text, parameters)
          })
        )
      return {
        ...{ read, dialect: image.dialect, names: image.names, patience: Duration.zero },
        reserve: Effect.succeed(statements(process))
      }
    },
    holder,
    /** A process died: its transaction is rolled back, as the operating system would have it. */
    abandon: (process: Process): void => {
      if (holder() === process) rollBack()
    },
    /** Queries what is committed, for the checks. */
    query: (statement: string) => run(statement),
    close: (): void => void connection.close()
  }
}

/** The image that every simulation begins with: the file of a store that has just been made. */
export const image: Effect.Effect<Image> = Effect.gen(function* () {
  const directory = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "florin-simulation-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const filename = join(directory, "florin.db")
  const store = Stores.layer(GroupCommit.make({ gather: (flush) => flush() })).pipe(
    Layer.provideMerge(SqliteStore.database({ filename }))
  )
  const { dialect, names } = Context.get(yield* Effect.scoped(Layer.build(store)), Database.Database)
  const { connection, run } = open(filename)
  // A database in memory has no log beside it.
  connection.pragma("journal_mode = DELETE")
  Mirror.watch(run)
  const bytes = connection.serialize()
  connection.close()
  return { dialect, names, bytes }
}).pipe(Effect.scoped, Effect.orDie)
