/** What the fake has moved, by its own books. */
import type { Currency } from "@florin/core/money/Currency"
import type { Movement, MovementKind, Period } from "@florin/core/money/Movement"
import * as DateTime from "effect/DateTime"
import { type AdyenAmount, fromAdyen } from "../../internal/amounts.js"
import { keyIn } from "../../internal/references.js"
import type { Books, Modification, ModificationType, Payment } from "./books.js"

const kinds: Readonly<Record<ModificationType, MovementKind>> = {
  capture: "capture",
  refund: "refund",
  cancel: "void",
  reversal: "void",
  "technical-cancel": "void"
}

const movement = (kind: MovementKind, reference: string, amount: AdyenAmount, at: number): Movement => ({
  key: keyIn(reference),
  kind,
  amount: fromAdyen(amount) ?? (0 as Movement["amount"]),
  currency: amount.currency as Currency,
  at: DateTime.unsafeMake(at)
})

const ofPayment = ({ amount, at, isManual, reference }: Payment): Movement =>
  movement(isManual ? "authorization" : "payment", reference, amount, at)

// A refund that was asked for as the void of a capture is one.
const kindOf = ({ reference, type }: Modification): MovementKind => (reference.endsWith(".void") ? "void" : kinds[type])

/** All movements, oldest first. A check of a card moves nothing. */
export const all = ({ modifications, payments }: Books): ReadonlyArray<Movement> =>
  [
    ...[...payments.values()]
      .filter(({ amount, state }) => state === "authorised" && amount.value > 0)
      .map((payment) => ofPayment(payment)),
    ...modifications
      .filter(({ fault, payment }) => fault === undefined && payment?.state === "authorised")
      .map((one) => movement(kindOf(one), one.reference, one.amount, one.at))
  ].sort((one, other) => one.at.epochMillis - other.at.epochMillis)

/** Those of a period. */
export const within = (books: Books, { from, to }: Period): ReadonlyArray<Movement> =>
  all(books).filter(({ at }) => at.epochMillis >= from.epochMillis && at.epochMillis < to.epochMillis)
