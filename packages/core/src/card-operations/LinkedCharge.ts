/** What another room adds to a charge that it makes: its own reads, refusals and writes in the accepting commit. */
import type * as Clock from "effect/Clock"
import type { CardTransaction } from "../cards/CardTransaction.js"
import type { IdempotencyKey } from "../idempotency/IdempotencyKey.js"
import type { LinkedTransaction } from "../operations/LinkedTransaction.js"
import type { Shop } from "../shops/Shop.js"
import type { Charge, ChargeKind } from "./ChargeRules.js"

/** A charge at its acceptance. Its status is `failed` if no acquirer is called. */
export interface StartedCharge
  extends Pick<CardTransaction, "uid" | "type" | "status" | "reason" | "gatewayId" | "createdAt"> {
  readonly card: NonNullable<CardTransaction["card"]>
}

export interface LinkedCharge<Facts extends object, E> extends LinkedTransaction<Facts, E, StartedCharge> {
  /** No customer is present: nobody can be authenticated. */
  readonly isUnattended: boolean
  /** Nobody vouches for the customer that it names: a new card is nobody's. Default: the shop does. */
  readonly isAnonymous?: boolean
  /** The request behind the charge, whose texts must not hold the number of its card. Default: the charge. */
  readonly texts?: object | undefined
}

/** A charge to make, requested by a merchant or by another room. */
export interface ChargeOrder<Facts extends object, E> {
  readonly shop: Shop
  readonly kind: ChargeKind
  readonly charge: Charge
  readonly key?: IdempotencyKey | undefined
  readonly clock: Clock.Clock
  /** What its documents call its type. Default: its type. */
  readonly shownAs?: CardTransaction["shownAs"]
  readonly linked?: LinkedCharge<Facts, E>
}
