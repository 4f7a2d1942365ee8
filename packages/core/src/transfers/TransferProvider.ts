/** The port to a provider of instant bank transfers. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AcquirerKey } from "../ids/Ids.js"
import { type Amount, PositiveAmount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import type { ListMovements } from "../money/Movement.js"
import type { TransferMethod } from "./methods/TransferMethod.js"
import { type Order, TransferReport } from "./ProviderReport.js"
import type { Transfer } from "./Transfer.js"
import { TransferReason } from "./TransferReason.js"

/** The time limit of a provider call. After it the outcome is unknown and due work asks for it. */
export const callLimit = Duration.seconds(30)

interface About {
  /** Makes a request idempotent: repeating a key has no further effect and returns the same answer. */
  readonly key: AcquirerKey
  readonly amount: Amount
  readonly currency: Currency
  /** The transfer as stored, for the description, the customer and the merchant's URLs. */
  readonly transfer: Transfer
}

/**
 * A request to a provider.
 *
 * - `Payment`: opens an order, so that the customer can pay it
 * - `Refund`: returns money of an earlier payment, by its key
 * - `Payout`: pays out to an account
 */
export type TransferRequest = Data.TaggedEnum<{
  Payment: About & { readonly method: TransferMethod }
  Refund: About & { readonly parent: AcquirerKey }
  Payout: About & { readonly account: string; readonly bankCode: string }
}>

export const TransferRequest: Data.TaggedEnum.Constructor<TransferRequest> = Data.taggedEnum<TransferRequest>()

/**
 * How a transfer stands at the provider.
 *
 * - `Waiting`: undecided. The order of a payment is open, with what the customer pays by; a bank works on the others.
 *   `asOf`: the provider's time of this answer. By it, and not by the clock of this machine, the gateway says that the
 *   time to pay is over. Default: the gateway's own time
 * - `Paid`: the money has arrived, at the bank's date. Of a payout: what was paid out
 * - `Rejected`: it will never be paid
 */
export type TransferProgress = Data.TaggedEnum<{
  Waiting: { readonly report: TransferReport; readonly order: Order | null; readonly asOf?: DateTime.Utc | undefined }
  Paid: { readonly report: TransferReport; readonly amount: Amount; readonly paidAt: DateTime.Utc }
  Rejected: { readonly report: TransferReport; readonly reason: "account-funds" | "provider" }
}>

export const TransferProgress: Data.TaggedEnum.Constructor<TransferProgress> = Data.taggedEnum<TransferProgress>()

/**
 * The outcome of a request.
 *
 * - `NoAnswer`: sent, outcome unknown; only `status` can resolve it
 * - `NotSent`: nothing left this process, and this attempt will never have an effect
 */
export type TransferAnswer = TransferProgress | { readonly _tag: "NoAnswer" } | { readonly _tag: "NotSent" }

/** What the provider knows about a key. `NotFound`: the key never reached it. */
export type TransferStatus = TransferProgress | { readonly _tag: "NotFound" } | { readonly _tag: "Unknown" }

/** A longer text is no answer for an order, which is shown as it is. Unit: characters. */
const orderText = Schema.NullOr(
  Schema.String.pipe(Schema.pattern(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]{1,2048}$/u))
)

const OpenOrder = Schema.Struct({ payload: orderText, account: orderText, mark: orderText, bank: orderText })

/** The standings that the gateway accepts. It takes anything else for no answer. Source: D41. */
export const WellFormedProgress = Schema.Union(
  Schema.TaggedStruct("Waiting", {
    report: TransferReport,
    order: Schema.NullOr(OpenOrder),
    asOf: Schema.optional(Schema.DateTimeUtcFromSelf)
  }),
  Schema.TaggedStruct("Paid", { report: TransferReport, amount: PositiveAmount, paidAt: Schema.DateTimeUtcFromSelf }),
  Schema.TaggedStruct("Rejected", {
    report: TransferReport,
    reason: TransferReason.pipe(Schema.pickLiteral("account-funds", "provider"))
  })
)

/**
 * One provider. Contract: idempotent by key, where one key is one operation; never fails and never throws (a defect is
 * treated as `NoAnswer`); an unknown outcome is explicit. It may also report by itself (`TransferReports`): late, twice
 * and in any order.
 */
export interface TransferProvider {
  /** Shown as `gateway_id`. Stored with what is sent there, so no other provider may have it. */
  readonly gatewayId: number
  readonly name: string
  /** Accepts `test: true` transfers and never moves real money. Source: D39. */
  readonly simulated: boolean
  readonly perform: (request: TransferRequest) => Effect.Effect<TransferAnswer>
  /** How the transfer stands. Of an order that was paid twice: the first payment. */
  readonly status: (key: AcquirerKey) => Effect.Effect<TransferStatus>
  /** Whether it knows a bank. Absent: every code is sent. Source: D31. */
  readonly knowsBank?: (bankCode: string) => boolean
  /** The movements in its books, for reconciliation. Absent: its books are not compared. */
  readonly movements?: ListMovements
}

/**
 * This gateway's providers, in order of preference.
 *
 * Default: none; transfers end `failed` (F.2011).
 */
export class TransferProviders extends Context.Reference<TransferProviders>()("@florin/core/TransferProviders", {
  defaultValue: (): ReadonlyArray<TransferProvider> => []
}) {}
