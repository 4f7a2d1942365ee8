/** Reads the file named by FLORIN_ROUTING. */
import type { Rule } from "@florin/core/cards/RoutingRules"
import * as RoutingSettings from "@florin/settings/RoutingSettings"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as JsonFile from "../jsonFile.js"

const setting = "FLORIN_ROUTING"

/** `gatewayIds`: those that rules may name; undefined where any may. Errors: the first fault, never the value. */
export const read = Effect.fnUntraced(function* (file: string, gatewayIds: ReadonlyArray<number> | undefined) {
  const refused = JsonFile.refused(setting, file)
  const rules = yield* Either.mapLeft(RoutingSettings.fromJson(yield* JsonFile.read(setting, file)), refused)
  const fault = gatewayIds === undefined ? undefined : RoutingSettings.unknownGateway(rules, gatewayIds)
  return fault === undefined ? (rules as ReadonlyArray<Rule>) : yield* refused(fault)
})
