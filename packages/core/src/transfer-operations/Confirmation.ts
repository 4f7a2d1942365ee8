/** A merchant asks to look now whether a payment was paid. Source: interface, "Confirm request"; D12, D30. */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { type Commit, decided, refuse } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import { isIn, type Window } from "../operations/AcceptanceRules.js"
import * as TransactionWriter from "../operations/TransactionWriter.js"
import { DuplicateRequest, NotFound, withoutStack } from "../request/InvalidRequest.js"
import type { Transfer } from "../transfers/Transfer.js"
import { apply } from "../transfers/TransferChange.js"
import { TransferEvent } from "../transfers/TransferEvent.js"
import type { TransferStatus } from "../transfers/TransferProvider.js"
import * as ProviderQueries from "./internal/providerQueries.js"

/** The result of a confirmation: `successful` if the payment is paid, `failed` otherwise. */
export interface Confirmation {
  readonly status: "successful" | "failed"
  readonly createdAt: DateTime.Utc
  readonly payment: Transfer
}

interface Facts {
  readonly payment: Transfer | undefined
}

/** Whether a request repeats the last one. Under keys of their own two requests are no repetitions. Source: D12. */
const isRepeat = (
  { confirmedAt, confirmedUnder }: Transfer,
  window: Window | undefined,
  key: string | undefined
): boolean =>
  window !== undefined && isIn(confirmedAt ?? null, window) && (key === undefined || confirmedUnder === undefined)

/**
 * Notes the request, so that a repetition within 30 seconds is refused. `window`: none if it may be a repetition. `key`: its
 * idempotency key. Refunds and payouts have none.
 */
export const begin = (
  { shop, uid }: Pick<Transfer, "shop" | "uid">,
  window: Window | undefined,
  now: DateTime.Utc,
  key?: string
): Commit<Facts, Transfer, NotFound | DuplicateRequest> => ({
  name: "transfer-confirm",
  load: { payment: Reads.transfer(shop, uid) },
  decide: ({ payment }) => {
    if (payment?.type !== "payment") return refuse(new NotFound())
    if (isRepeat(payment, window, key)) return refuse(withoutStack(() => new DuplicateRequest()))
    const change = apply(payment, TransferEvent.ConfirmAsked({ under: key }), now)
    if (Either.isLeft(change)) return refuse(new NotFound())
    return decided(TransactionWriter.begun(change.right), change.right.transaction)
  }
})

/** What the bank's answer changes now. A confirmation never fails the payment itself. Source: D30. */
export const eventOf = (payment: Transfer, status: TransferStatus, now: DateTime.Utc): TransferEvent | undefined => {
  if (status._tag !== "Paid" && status._tag !== "Waiting") return undefined
  const event = ProviderQueries.eventOf(status)
  const change = Either.getOrUndefined(apply(payment, event, now))
  const fails =
    payment.status === "pending" && change?.transition.to !== "pending" && change?.transition.to !== "successful"
  return fails ? undefined : event
}

export const resultOf = (payment: Transfer, createdAt: DateTime.Utc): Confirmation => ({
  status: payment.status === "successful" ? "successful" : "failed",
  createdAt,
  payment
})
