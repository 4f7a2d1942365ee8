/** The shops whose due work this process does. */
import * as Context from "effect/Context"
import { ShopId } from "../ids/Ids.js"

/**
 * - `any`: of every shop, whether it is known here or not
 * - `stored`: of the shops in the database
 * - a list: of these
 *
 * Work of other shops is left as it is, for a process that knows them. The gateway's own work belongs to all. Source: D43a.
 */
export type Served = "any" | "stored" | ReadonlyArray<ShopId>

/** The shop of the gateway's own work, which is no merchant's. */
export const gatewayShop = ShopId.make("_")

/** Default: `any`. */
export class ServedShops extends Context.Reference<ServedShops>()("@florin/core/ServedShops", {
  defaultValue: (): Served => "any"
}) {}
