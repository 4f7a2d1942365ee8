import * as ShopSettings from "@florin/gateway/ShopSettings"
import * as Either from "effect/Either"
import { OptionRefused, type ShopOptions } from "../options.js"

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

// Settings, and error sentences about them, use the interface's snake_case; hosts use camelCase.
const camelCase = (sentence: string): string =>
  sentence.replace(/_([a-z])(?=[a-z_]*\b)/g, (_, letter: string) => letter.toUpperCase())

const asDocument = (shop: ShopOptions): object =>
  Object.fromEntries(Object.entries(shop).map(([name, value]) => [snakeCase(name), value]))

/** Decodes the shops of the options. */
export const shopsOf = (
  shops: ReadonlyArray<ShopOptions>
): Either.Either<ReadonlyArray<ShopSettings.ShopSettings>, OptionRefused> =>
  Either.mapLeft(ShopSettings.fromJson(shops.map(asDocument)), (sentence) => {
    const [option = "shops", ...expected] = camelCase(sentence).split(" ")
    return new OptionRefused({ option, expected: expected.join(" ") })
  })
