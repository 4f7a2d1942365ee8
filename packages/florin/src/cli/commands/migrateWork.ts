/** The work of `florin migrate`. */
import type { Versions } from "@florin/storage-sql/Migrations"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as StoreAsIs from "../server/storeAsIs.js"
import * as Settings from "../settings.js"

const textOf = ({ from, to }: Versions): string => {
  if (from === to) return `The database has schema version ${to} already; there was nothing to do.`
  return from === 0
    ? `The database was empty. It has schema version ${to} now.`
    : `The database had schema version ${from}. It has version ${to} now.`
}

export const migrate = (json: boolean) =>
  Effect.gen(function* () {
    const versions = yield* StoreAsIs.migrate(yield* Settings.load(Settings.database))
    yield* Console.log(json ? JSON.stringify({ schema: versions }) : textOf(versions))
  })
