/** The database for commands beside a server: it must exist and have all migrations, and stays as it is. */
import { existsSync } from "node:fs"
import * as Effect from "effect/Effect"
import { type Database, namesOf } from "../../host/database.js"
import * as Optional from "../../host/optional.js"
import { loaded } from "../../host/parts.js"
import { layerWithDriver, withDriver } from "../../host/sqliteDriver.js"
import { bad } from "../badSetting.js"
import * as Parts from "./parts.js"

const sqlite = loaded(Optional.sqlite, () => import("@florin/storage-sqlite/SqliteStore"))
const postgres = loaded(Optional.postgres, () => import("@florin/storage-postgres/PostgresStore"))

/** Errors: the database's file is missing. */
export const existing = (database: Database) =>
  database._tag === "Postgres" || existsSync(database.path)
    ? Effect.void
    : bad("FLORIN_DATABASE", `cannot be used: ${database.path} does not exist; \`florin migrate\` makes it`)

const stores = (database: Database) => {
  switch (database._tag) {
    case "Sqlite":
      return Effect.map(sqlite, ({ layerAsIs }) =>
        layerWithDriver(layerAsIs({ filename: database.path, ...namesOf(database) }))
      )
    case "Postgres":
      return Effect.map(postgres, ({ layerAsIs }) =>
        layerAsIs({ url: database.url, poolSize: 2, ...namesOf(database) })
      )
  }
}

/** The stores. They run no due work. */
export const layer = (database: Database) =>
  Parts.onDatabase(database, Effect.zipRight(existing(database), stores(database)))

/** Makes a missing file and brings the schema up to this version's. */
export const migrate = (database: Database) =>
  Effect.mapError(
    database._tag === "Sqlite"
      ? Effect.flatMap(sqlite, ({ migrate }) => withDriver(migrate({ filename: database.path, ...namesOf(database) })))
      : Effect.flatMap(postgres, ({ migrate }) => migrate({ url: database.url, poolSize: 2, ...namesOf(database) })),
    Parts.refused(database)
  )

/** The version of the schema. Changes nothing. */
export const versions = (database: Database) =>
  Effect.zipRight(
    existing(database),
    Effect.mapError(
      database._tag === "Sqlite"
        ? Effect.flatMap(sqlite, ({ versions }) =>
            withDriver(versions({ filename: database.path, ...namesOf(database) }))
          )
        : Effect.flatMap(postgres, ({ versions }) =>
            versions({ url: database.url, poolSize: 2, ...namesOf(database) })
          ),
      Parts.refused(database)
    )
  )
