/** Reads the file named by FLORIN_OPERATORS. */
import * as OperatorSettings from "@florin/settings/OperatorSettings"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as JsonFile from "../jsonFile.js"

const setting = "FLORIN_OPERATORS"

/** Errors: the first fault with its position, never the value. */
export const read = Effect.fnUntraced(function* (file: string) {
  const document = yield* JsonFile.readSecret(setting, file)
  return yield* Either.mapLeft(OperatorSettings.fromJson(document), JsonFile.refused(setting, file))
})
