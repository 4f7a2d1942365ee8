/** The database for commands beside a server: it must exist and have all migrations, and stays as it is. */
import { existsSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Database } from "../../host/database.js"
import { databaseLayerOf, storeOf } from "../../host/parts.js"
import { layerWithDriver, withDriver } from "../../host/sqliteDriver.js"
import { bad } from "../badSetting.js"
import * as Parts from "./parts.js"

/** Errors: the database's file is missing. */
export const existing = (database: Database) =>
  database._tag === "Postgres" || existsSync(database.path)
    ? Effect.void
    : bad("FLORIN_DATABASE", `cannot be used: ${database.path} does not exist; \`florin migrate\` makes it`)

const stores = (database: Database) =>
  storeOf(
    database,
    ({ layerAsIs }, at) => layerWithDriver(layerAsIs(at)),
    ({ layerAsIs }, at) => layerAsIs({ ...at, poolSize: 2 })
  )

/** The stores. They run no due work. */
export const layer = (database: Database) =>
  Parts.onDatabase(database, Effect.zipRight(existing(database), stores(database)))

/** The database alone, for what no store reads. */
export const connection = (database: Database) => Layer.unwrapEffect(databaseLayerOf(database))

/** Makes a missing file and brings the schema up to this version's. */
export const migrate = (database: Database) =>
  Effect.mapError(
    Effect.flatten(
      storeOf(
        database,
        ({ migrate }, at) => withDriver(migrate(at)),
        ({ migrate }, at) => migrate(at)
      )
    ),
    Parts.refused(database)
  )

/** The version of the schema. Changes nothing. */
export const versions = (database: Database) =>
  Effect.zipRight(
    existing(database),
    Effect.mapError(
      Effect.flatten(
        storeOf(
          database,
          ({ versions }, at) => withDriver(versions(at)),
          ({ versions }, at) => versions({ ...at, poolSize: 2 })
        )
      ),
      Parts.refused(database)
    )
  )
