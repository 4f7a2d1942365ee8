/** The shops whose due work this process does. */
import * as Context from "effect/Context"
import { ShopId } from "../ids/Ids.js"

/**
 * The shops whose work this process runs.
 *
 * - `any`: every shop, whether it is known here or not
 * - `stored`: the shops in the database
 * - a list: these shops
 *
 * Other shops' work is left to the processes that know them. The gateway's own work belongs to all. Source: D43a.
 */
export type Served = "any" | "stored" | ReadonlyArray<ShopId>

/** The shop of the gateway's own work, which is no merchant's. */
export const gatewayShop = ShopId.make("_")

/** Default: `any`. */
export class ServedShops extends Context.Reference<ServedShops>()("@florin/core/ServedShops", {
  defaultValue: (): Served => "any"
}) {}
