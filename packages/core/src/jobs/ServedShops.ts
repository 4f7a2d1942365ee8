/** The shops whose due work this process does. */
import * as Context from "effect/Context"
import { ShopId } from "../ids/Ids.js"

/** These shops, and those in the database. */
export interface ListedPlusStored {
  readonly listed: ReadonlyArray<ShopId>
}

/**
 * The shops whose work this process runs.
 *
 * - `any`: every shop, whether it is known here or not
 * - `stored`: the shops in the database
 * - a list: these shops
 * - `listed`: these shops, and those in the database
 *
 * Other shops' work is left to the processes that know them. The gateway's own work belongs to all. Source: D43a.
 */
export type Served = "any" | "stored" | ReadonlyArray<ShopId> | ListedPlusStored

const isBeside = (shops: Served): shops is ListedPlusStored => typeof shops !== "string" && "listed" in shops

/** Those that the process has by itself; none where it does the work of any. */
export const listedOf = (shops: Served): ReadonlyArray<ShopId> => {
  if (typeof shops === "string") return []
  return isBeside(shops) ? shops.listed : shops
}

/** Whether the shops in the database are among them by being there. */
export const servesStored = (shops: Served): boolean => shops === "stored" || isBeside(shops)

/** The shop of the gateway's own work, which is no merchant's. */
export const gatewayShop = ShopId.make("_")

/** Default: `any`. */
export class ServedShops extends Context.Reference<ServedShops>()("@florin/core/ServedShops", {
  defaultValue: (): Served => "any"
}) {}
