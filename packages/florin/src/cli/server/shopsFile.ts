/** Reads the file named by FLORIN_SHOPS. */
import * as ShopSettings from "@florin/settings/ShopSettings"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as JsonFile from "../jsonFile.js"

export interface ListedShops {
  readonly file: string
  readonly list: ReadonlyArray<ShopSettings.ShopSettings>
}

/** Errors: the first fault with its position, never the value. */
export const read = Effect.fnUntraced(function* (file: string) {
  const document = yield* JsonFile.readSecret("FLORIN_SHOPS", file)
  const list = yield* Either.mapLeft(ShopSettings.fromJson(document), JsonFile.refused("FLORIN_SHOPS", file))
  return { file, list } satisfies ListedShops
})
