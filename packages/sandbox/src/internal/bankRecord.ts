import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { TransferMethod } from "@florin/core/transfers/methods/TransferMethod"
import { Order, TransferReport } from "@florin/core/transfers/ProviderReport"
import { TransferRequest } from "@florin/core/transfers/TransferProvider"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { KeptTransfer } from "../Records.js"

// The currency was checked when the request was accepted.
const money = { amount: Amount, currency: Schema.String }

const Requested = Schema.Union(
  Schema.TaggedStruct("Payment", { ...money, method: TransferMethod }),
  Schema.TaggedStruct("Refund", { ...money, parent: AcquirerKey }),
  Schema.TaggedStruct("Payout", { ...money, account: Schema.String, bankCode: Schema.String })
)

/** What was asked for. */
export type Requested = typeof Requested.Type

export const isSame: (left: Requested, right: Requested) => boolean = Schema.equivalence(Requested)

export const requestedOf: (request: TransferRequest) => Requested = TransferRequest.$match({
  Payment: ({ _tag, amount, currency, method }) => ({ _tag, amount, currency, method }),
  Refund: ({ _tag, amount, currency, parent }) => ({ _tag, amount, currency, parent }),
  Payout: ({ _tag, account, amount, bankCode, currency }) => ({ _tag, amount, currency, account, bankCode })
})

const report = TransferReport

const State = Schema.Union(
  Schema.TaggedStruct("Waiting", { report, order: Schema.NullOr(Order) }),
  Schema.TaggedStruct("Paid", { report, amount: Amount, paidAt: Schema.DateTimeUtcFromNumber }),
  Schema.TaggedStruct("Rejected", { report, reason: Schema.Literal("account-funds", "provider") })
)

/** A transfer in the bank's books. `payments`: how often the customer has paid, once it is more than once. */
const BankRecord = Schema.Struct({
  asked: Requested,
  standing: State,
  payments: Schema.optionalWith(Schema.Int, { exact: true })
})

export type BankRecord = typeof BankRecord.Type

const json = Schema.parseJson(BankRecord)
const decoded = Schema.decodeOption(json)

export const encode: (record: BankRecord) => string = Schema.encodeSync(json)

/**
 * The record of a key.
 *
 * - `Unknown`: no request has arrived
 * - `Lost`: the first request was lost
 * - `Unreadable`: its text is damaged
 */
export type Known =
  | { readonly _tag: "Unknown" }
  | { readonly _tag: "Lost" }
  | { readonly _tag: "Unreadable" }
  | ({ readonly _tag: "Known" } & BankRecord)

export const read = (kept: KeptTransfer | undefined): Known => {
  if (kept === undefined) return { _tag: "Unknown" }
  if (kept.record === null) return { _tag: "Lost" }
  return Option.match(decoded(kept.record), {
    onNone: () => ({ _tag: "Unreadable" }),
    onSome: (record) => ({ _tag: "Known", ...record })
  })
}
