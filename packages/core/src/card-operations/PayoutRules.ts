/** The rule that accepts a credit to a saved card, or a payout to any card. */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import type { CardInput } from "../cards/CardInput.js"
import type { CardPayoutRequest, CreditRequest } from "../cards/CardRequest.js"
import type { SavedCard } from "../cards/CardStore.js"
import type { CardTransaction, ShownCard } from "../cards/CardTransaction.js"
import type { NewTransaction } from "../operations/AcceptanceRules.js"
import { given } from "../request/Given.js"
import type { InvalidRequest } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { fieldsOfOrder } from "../transaction-base/TransactionBase.js"
import * as ChargeRules from "./ChargeRules.js"
import { initial, undecided } from "./ChildRules.js"

/** A credit to a saved card, or a payout to any card. */
export type Payout =
  | { readonly type: "credit"; readonly request: CreditRequest }
  | { readonly type: "payout"; readonly request: CardPayoutRequest }

/** The card of a request, and the section that holds it. */
export const cardOf = (payout: Payout): { readonly card: CardInput; readonly path: string } =>
  payout.type === "credit"
    ? { card: payout.request.creditCard, path: "credit_card" }
    : { card: payout.request.recipientCreditCard, path: "recipient_credit_card" }

export interface PayoutFacts {
  readonly shop: Shop
  readonly payout: Payout
  readonly card: { readonly saved: SavedCard; readonly isNew: boolean; readonly shown: ShownCard }
  readonly gatewayId: number | undefined
}

/** Refusals decided before the card is resolved. */
export const refusal = (payout: Payout, now: DateTime.Utc): InvalidRequest | undefined => {
  const { card, path } = cardOf(payout)
  return ChargeRules.notExpired(path, card, now)
}

const recipientOf = (payout: Payout): Partial<Pick<CardTransaction, "recipient" | "recipientBillingAddress">> => {
  if (payout.type === "credit") return {}
  const { recipient, recipientBillingAddress } = payout.request
  return given({ recipient, recipientBillingAddress })
}

/** The writes for a credit or payout, or the refusal of its card. */
export const plan = (facts: PayoutFacts): Either.Either<NewTransaction<CardTransaction>, InvalidRequest> => {
  const { card, gatewayId, payout, shop } = facts
  const refused = card.isNew ? undefined : ChargeRules.creditUse(shop, card.saved.contracts, cardOf(payout).path)
  if (refused !== undefined) return Either.left(refused)
  const { duplicateCheck, notificationUrl } = payout.request
  return Either.right({
    initial,
    ...(card.isNew ? { besides: [{ _tag: "InsertCard", card: card.saved } as const] } : {}),
    draft: {
      ...undecided,
      ...fieldsOfOrder(payout.request),
      type: payout.type,
      details: given({ notificationUrl, duplicateCheck }),
      gatewayId: gatewayId ?? null,
      card: card.shown,
      ...recipientOf(payout)
    }
  })
}
