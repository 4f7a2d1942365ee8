import * as TableNames from "@florin/storage-sql/TableNames"
import * as Effect from "effect/Effect"
import { SettingRefused } from "../SettingRefused.js"

/** The names of the tables after a prefix, or after the default one. */
export const namesOf = (prefix = "florin_"): Effect.Effect<TableNames.TableNames, SettingRefused> =>
  Effect.mapError(TableNames.prefixed(prefix), () => new SettingRefused({ setting: "tablePrefix" }))
