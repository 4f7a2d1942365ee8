/** How requests get in to the operations of a table, and who calls. Source: D2, D13, D45. */
import type { Write } from "@florin/core/commits/Write"
import type { ShopId } from "@florin/core/ids/Ids"
import type { Actor } from "@florin/core/people/Actor"
import type { VisibleShops } from "@florin/core/people/Role"
import type { NotFound } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import type * as Idempotent from "@florin/wire/Idempotent"
import type * as Operation from "@florin/wire/operations/Operation"
import * as Effect from "effect/Effect"
import type { Exchange, Failure, Handler, Reply } from "../transport/exchange.js"
import * as Merchant from "./merchant.js"

/** Who calls: a shop, a guest of one, or an operator. */
export interface Visit extends Exchange {
  /** Of a guest who has only a token: unknown at first. */
  readonly shop?: Shop
  readonly operator?: string
  /** Of an operator. */
  readonly actor?: Actor
  /** The shops of an operator's operation. Of an operation of a shop: absent. */
  readonly sight?: VisibleShops
  /** What the commit of an operator's action writes, too. */
  readonly uses?: ReadonlyArray<Write>
  readonly isGuest?: boolean
}

/** How a request gets in, and the share of the places for work that it continues in. */
export interface Access {
  readonly enter: (route: (visit: Visit) => Effect.Effect<Reply, Failure>) => Handler
  readonly work: <A>(visit: Visit, work: () => Effect.Effect<A, Failure>) => Effect.Effect<A, Failure>
}

/** How the requests of a row get in. */
export type AccessOf = (row: Operation.Any) => Access

/** Shops get in with their credentials, and work in their share of the places. */
export const ofShops = (sending: Merchant.Merchant["Type"]["sending"]): Access => ({
  enter: sending,
  work: Merchant.working as Access["work"]
})

/**
 * Whose idempotency keys a visit has. Operators have a space of their own, and so have guests, who can neither take the keys
 * of the shop nor learn from them: no shop's id has a slash. Source: D13.
 */
export const keysOf = ({ isGuest, operator, shop }: Visit): Idempotent.Owner => {
  if (shop === undefined || operator !== undefined) return { id: `operator/${operator}` as ShopId }
  return isGuest === true ? { id: `guest/${shop.id}` as ShopId } : shop
}

export type Owner = (named: Operation.Named<unknown, unknown>) => Effect.Effect<Shop, NotFound | StorageError>

/** The shop of a guest's visit is that of what their token names. */
export const owned = <E>(
  owner: Owner | undefined,
  visit: Visit,
  named: Effect.Effect<Operation.Named<unknown, unknown>, E>
): Effect.Effect<Visit, E | NotFound | StorageError> => {
  if (owner === undefined || visit.shop !== undefined) return Effect.succeed(visit)
  return Effect.map(Effect.flatMap(named, owner), (shop) => {
    if (visit.seen !== undefined) visit.seen.shop = shop.id
    return { ...visit, shop }
  })
}
