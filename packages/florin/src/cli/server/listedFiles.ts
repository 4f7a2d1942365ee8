/** Reads the files of shops, operators and routing rules. Errors: the first fault with its position, never the value. */
import type { Rule } from "@florin/core/cards/RoutingRules"
import * as OperatorSettings from "@florin/settings/OperatorSettings"
import * as RoutingSettings from "@florin/settings/RoutingSettings"
import * as ShopSettings from "@florin/settings/ShopSettings"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as JsonFile from "../jsonFile.js"

export interface ListedShops {
  readonly file: string
  readonly list: ReadonlyArray<ShopSettings.ShopSettings>
}

/** The file named by FLORIN_SHOPS. */
export const shops = Effect.fnUntraced(function* (file: string) {
  const document = yield* JsonFile.readSecret("FLORIN_SHOPS", file)
  const list = yield* Either.mapLeft(ShopSettings.fromJson(document), JsonFile.refused("FLORIN_SHOPS", file))
  return { file, list } satisfies ListedShops
})

/** The file named by FLORIN_OPERATORS. */
export const operators = Effect.fnUntraced(function* (file: string) {
  const document = yield* JsonFile.readSecret("FLORIN_OPERATORS", file)
  return yield* Either.mapLeft(OperatorSettings.fromJson(document), JsonFile.refused("FLORIN_OPERATORS", file))
})

/** The file named by FLORIN_ROUTING. `gatewayIds`: those that rules may name; undefined where any may. */
export const routing = Effect.fnUntraced(function* (file: string, gatewayIds: ReadonlyArray<number> | undefined) {
  const refused = JsonFile.refused("FLORIN_ROUTING", file)
  const document = yield* JsonFile.read("FLORIN_ROUTING", file)
  const rules = yield* Either.mapLeft(RoutingSettings.fromJson(document), refused)
  const fault = gatewayIds === undefined ? undefined : RoutingSettings.unknownGateway(rules, gatewayIds)
  return fault === undefined ? (rules as ReadonlyArray<Rule>) : yield* refused(fault)
})
