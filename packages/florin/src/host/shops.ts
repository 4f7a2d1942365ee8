import * as ShopSettings from "@florin/settings/ShopSettings"
import * as Either from "effect/Either"
import { snakeCase } from "../faces/camelCase.js"
import { OptionRefused, refusedIn, type ShopOptions } from "./options.js"
import type { ShopPort } from "./shopPort.js"

// Settings, and error sentences about them, use the interface's snake_case; hosts use camelCase.
const camelCase = (sentence: string): string =>
  sentence.replace(/_([a-z])(?=[a-z_]*\b)/g, (_, letter: string) => letter.toUpperCase())

const asDocument = (shop: ShopOptions): object =>
  Object.fromEntries(Object.entries(shop).map(([name, value]) => [snakeCase(name), value]))

/** Whether the shops are a port of the host's. */
export const isPort = (shops: ReadonlyArray<ShopOptions> | ShopPort): shops is ShopPort =>
  typeof shops === "object" &&
  shops !== null &&
  "find" in shops &&
  typeof shops.find === "function" &&
  !Array.isArray(shops)

/** Decodes the shops of the options. */
export const shopsOf = (
  shops: ReadonlyArray<ShopOptions>
): Either.Either<ReadonlyArray<ShopSettings.ShopSettings>, OptionRefused> =>
  !Array.isArray(shops)
    ? Either.left(new OptionRefused({ option: "shops", expected: "must be a list of shops, or a port with find" }))
    : Either.mapLeft(ShopSettings.fromJson(shops.map(asDocument)), (sentence) =>
        refusedIn("shops", camelCase(sentence))
      )
