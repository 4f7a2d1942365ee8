import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { claim } from "../../idempotency/Claiming.js"
import type { IdempotencyKey } from "../../idempotency/IdempotencyStore.js"
import type { Shop } from "../../shops/Shop.js"
import type { Transaction } from "../../transactions/Transaction.js"
import { type AcquirerCard, AcquirerRequest, Acquirers } from "../Acquirer.js"
import type { CardInput, CardPayoutRequest, CreditRequest } from "../CardRequest.js"
import { accept } from "./acceptance.js"
import { eligible } from "./charging.js"
import { beginning } from "./children.js"
import { forAcquirer, hold, keep, shown } from "./holding.js"
import * as permissions from "./permissions.js"

/** A credit to a saved card, or a payout to any. */
export type PayOut =
  | { readonly type: "credit"; readonly request: CreditRequest }
  | { readonly type: "payout"; readonly request: CardPayoutRequest }

const cardOf = (payOut: PayOut): { readonly card: CardInput; readonly path: string } =>
  payOut.type === "credit"
    ? { card: payOut.request.creditCard, path: "credit_card" }
    : { card: payOut.request.recipientCreditCard, path: "recipient_credit_card" }

const recipientOf = (payOut: PayOut): Partial<Pick<Transaction, "recipient" | "recipientBillingAddress">> => {
  if (payOut.type === "credit") return {}
  const { recipient, recipientBillingAddress } = payOut.request
  return {
    ...(recipient === undefined ? {} : { recipient }),
    ...(recipientBillingAddress === undefined ? {} : { recipientBillingAddress })
  }
}

/** Accepts a credit or a card payout. */
export const acceptPayOut = Effect.fnUntraced(function* (shop: Shop, payOut: PayOut, key: IdempotencyKey | undefined) {
  const now = yield* DateTime.now
  yield* claim(shop.id, key, now)
  const { card: input, path } = cardOf(payOut)
  yield* permissions.notExpired(path, input, now)
  const card = yield* hold(shop, input, [], path)
  if (!card.isNew) yield* permissions.creditUse(shop, card.saved.contracts, path)
  const { amount, currency, description, duplicateCheck, language, notificationUrl, test, trackingId } = payOut.request
  const [acquirer] = eligible(yield* Acquirers, test ?? false)
  const accepted = yield* accept(
    shop,
    {
      type: payOut.type,
      amount,
      currency,
      description,
      test: test ?? false,
      language: language ?? "en",
      details: {
        ...(notificationUrl === undefined ? {} : { notificationUrl }),
        ...(duplicateCheck === undefined ? {} : { duplicateCheck })
      },
      gatewayId: acquirer?.gatewayId ?? null,
      card: yield* shown(card),
      ...(trackingId === undefined ? {} : { trackingId }),
      ...recipientOf(payOut)
    },
    yield* beginning,
    { on: card.saved.stamp, check: duplicateCheck ?? true },
    now,
    key
  )
  yield* keep(card, [])
  return { accepted, card: forAcquirer(card) }
})

/** What the acquirer is asked for an accepted credit or payout. */
export const payOutRequest = (transaction: Transaction, card: AcquirerCard): AcquirerRequest => {
  const { acquirerKey: key, amount, currency } = transaction
  return AcquirerRequest.Payout({ key, amount, currency, card, transaction })
}
