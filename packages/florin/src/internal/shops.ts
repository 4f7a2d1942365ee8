import * as ShopSettings from "@florin/gateway/ShopSettings"
import * as Either from "effect/Either"
import { OptionRefused, type ShopOptions } from "../options.js"

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

// The settings file spells its members as the interface does, and so does a sentence about one of them.
const camelCase = (sentence: string): string =>
  sentence.replace(/_([a-z])(?=[a-z_]*\b)/g, (_, letter: string) => letter.toUpperCase())

const asDocument = (shop: ShopOptions): object =>
  Object.fromEntries(Object.entries(shop).map(([name, value]) => [snakeCase(name), value]))

/** The shops that a host lists. */
export const shopsOf = (
  shops: ReadonlyArray<ShopOptions>
): Either.Either<ReadonlyArray<ShopSettings.ShopSettings>, OptionRefused> =>
  Either.mapLeft(ShopSettings.fromJson(shops.map(asDocument)), (sentence) => {
    const [option = "shops", ...expected] = camelCase(sentence).split(" ")
    return new OptionRefused({ option, expected: expected.join(" ") })
  })
