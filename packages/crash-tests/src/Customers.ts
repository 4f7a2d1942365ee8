/** What customers do while processes die: every operation, in the orders that make sense, with pauses. */

import type { Merchant } from "@florin/testing/parties/Merchant"
import * as Orders from "@florin/testing/parties/Orders"
import type { Random } from "@florin/testing/parties/Random"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"

export interface Options {
  readonly merchant: Merchant
  readonly random: Random
  /** Where the merchant wants to be asked before a charge; may be nowhere. */
  readonly verification: () => string | undefined
  /** No order is made after closing time. */
  readonly isOpen: () => boolean
}

/** What may follow, and the tokens of cards that were saved: the newest, so that what follows meets. */
const knownOf = (merchant: Merchant): Orders.Known => {
  const documents = merchant
    .orders()
    .flatMap(({ acknowledged }) => (acknowledged?.status === "successful" ? [acknowledged] : []))
  return {
    parents: documents.filter(({ type }) => type in Orders.following).slice(-12),
    tokens: documents.flatMap(({ credit_card, type }) =>
      type === "tokenization" ? [credit_card?.token].filter((token) => token != null) : []
    )
  }
}

/** Three orders, one after the other. */
const visit = Effect.fnUntraced(function* ({ isOpen, merchant, random, verification }: Options) {
  for (let count = 0; count < 3; count++) {
    if (!isOpen()) return
    const url = random.chance(0.2) ? verification() : undefined
    const { request, type } = Orders.draw({
      random,
      known: knownOf(merchant),
      // No other order has it, so that none is taken for a duplicate.
      amount: () => random.between(1_000, 9_000_000),
      more: (type) => {
        if (type === "payment" && url !== undefined) return { verification_url: url }
        return type in { capture: 1, void: 1, refund: 1, tokenization: 1 } ? { duplicate_check: false } : {}
      }
    })
    const { acknowledged } = yield* merchant.order(`/transactions/${type}s`, request)
    if (acknowledged?.status === "successful" && random.chance(0.1)) {
      yield* merchant.command(`/transactions/${acknowledged.uid}/renotify`)
    }
  }
})

/**
 * A customer every 600 ms, whether or not those before have been served, while there is room: where processes die faster
 * than they serve, a queue that grew for ever would be all that is tested. Ends by interruption.
 */
export const come = Effect.fnUntraced(function* (options: Options) {
  const inside = yield* FiberSet.make<void>()
  while (true) {
    if ((yield* FiberSet.size(inside)) < 40) yield* FiberSet.run(inside, visit(options))
    yield* Effect.sleep("600 millis")
  }
}, Effect.scoped)
