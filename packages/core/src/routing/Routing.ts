/** Smart routing: which acquirers a charge may use, if any. */
import * as Context from "effect/Context"
import type { CardFacts } from "../cards/CardNumber.js"
import type { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import type { Shop } from "../shops/Shop.js"
import type { TransactionType } from "../transactions/Transaction.js"

/** The input of the rules. */
export interface RoutingFacts {
  readonly shop: Shop
  readonly type: TransactionType
  readonly amount: Amount
  readonly currency: Currency
  readonly card: CardFacts
  readonly test: boolean
}

/** The rules' decision. `gateways` null keeps the order of the acquirers. */
export interface RoutingDecision {
  readonly status: "successful" | "failed" | "skipped"
  readonly gateways: ReadonlyArray<number> | null
  /** The matching rule and its inputs, for the history. */
  readonly explanation: string | null
}

/** Default: no rules; the check is `skipped`. Source: D17. */
export class Routing extends Context.Reference<Routing>()("@florin/core/Routing", {
  defaultValue: (): { readonly decide: (facts: RoutingFacts) => RoutingDecision } | undefined => undefined
}) {}
