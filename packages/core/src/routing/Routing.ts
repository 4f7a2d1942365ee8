/** Smart routing: which acquirers a charge may go to, and whether it may go at all. */
import * as Context from "effect/Context"
import type { CardFacts } from "../cards/CardNumber.js"
import type { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import type { Shop } from "../shops/Shop.js"
import type { TransactionType } from "../transactions/Transaction.js"

/** What a rule may look at. */
export interface RoutingFacts {
  readonly shop: Shop
  readonly type: TransactionType
  readonly amount: Amount
  readonly currency: Currency
  readonly card: CardFacts
  readonly test: boolean
}

/** What the rules say. `gateways` null leaves the order of the acquirers as it is. */
export interface RoutingDecision {
  readonly status: "successful" | "failed" | "skipped"
  readonly gateways: ReadonlyArray<number> | null
  /** The rule that fired and its inputs, for the history. */
  readonly explanation: string | null
}

/** Default: there are no rules, and the check is `skipped`. Source: D17. */
export class Routing extends Context.Reference<Routing>()("@florin/core/Routing", {
  defaultValue: (): { readonly decide: (facts: RoutingFacts) => RoutingDecision } | undefined => undefined
}) {}
