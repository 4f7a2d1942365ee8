/** The client that a store lends, by its name: what makes it is loaded where a host has clients. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import * as Context from "effect/Context"

/** The client that a store lends to a host without its own. `HostSql.layer` provides it as `SqlClient`. */
export class LentClient extends Context.Tag("@florin/storage-sql/LentClient")<
  LentClient,
  SqlClient & {
    /** The name of a table of Florin's, for a template. */
    readonly tableOf: (name: string) => Fragment
  }
>() {}
