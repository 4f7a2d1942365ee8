/** What a host's clients of `@effect/sql` have of an SQLite file. */
import * as Reactivity from "@effect/experimental/Reactivity"
import * as Statement from "@effect/sql/Statement"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as HostSql from "@florin/storage-sql/HostSql"
import * as Effect from "effect/Effect"
import { failed } from "./open.js"

/** Its own client is asked in units of work alone, whose connection its statements go through. */
export const make = (filename: string) =>
  // The writer sets up WAL. The client dies with a defect if the file can't be opened.
  SqliteClient.make({ filename, readonly: true, disableWAL: true }).pipe(
    Effect.provideServiceEffect(Reactivity.Reactivity, Reactivity.make),
    Effect.catchAllDefect((defect) => Effect.fail(failed(defect))),
    Effect.map((client) => HostSql.clients({ client, compiler: Statement.makeCompilerSqlite() }))
  )
