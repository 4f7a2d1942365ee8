/** Decoders of the operators' routes, from parsed JSON to what an operator says. */
import { PositiveAmount } from "@florin/core/money/Amount"
import type { Period } from "@florin/core/money/Movement"
import * as DailyReconciliation from "@florin/core/reconciliation/DailyReconciliation"
import { expected } from "@florin/core/request/Expected"
import * as Fields from "@florin/core/request/Fields"
import { type InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { decoder } from "./internal/unwrapped.js"
import type { Decoder } from "./Requests.js"

const message = Fields.optional(
  Fields.text(255),
  "What the merchant is told of the decision, in proof.message. Default: that the proof was approved or declined."
)

/** Approves a proof. Source: D29. */
export const Approval = Fields.named(
  "ProofApproval",
  Fields.object({
    amount: Fields.optional(
      Fields.orDigits(PositiveAmount),
      "Amount in kopecks that was really paid. Default: what the proof claims. It becomes the amount of the payment."
    ),
    message
  })
)

export type Approval = typeof Approval.Type

/** Declines a proof. Source: D29. */
export const Refusal = Fields.named("ProofRefusal", Fields.object({ message }))

export type Refusal = typeof Refusal.Type

/** Replaces the state of a transfer. Source: D7. */
export const Correction = Fields.named(
  "Correction",
  Fields.object({
    status: Fields.required(
      Schema.Literal("successful", "failed").annotations(expected("successful or failed")),
      "What the transfer becomes: successful or failed."
    ),
    amount: Fields.optional(
      Fields.orDigits(PositiveAmount),
      "Amount in kopecks of a transfer that becomes successful. Default: its own."
    ),
    reason: Fields.required(
      Fields.requiredText(255),
      "Why. Kept in the history of the transfer, with the id of the operator; the merchant is not told."
    )
  })
)

export type Correction = typeof Correction.Type

/** Compares the books of a period. */
export const Reconciling = Fields.named(
  "ReconciliationRequest",
  Fields.object({
    from: Fields.optional(
      Fields.instant,
      "Beginning of the period, included, at most 31 days before to. Default: a day before to."
    ),
    to: Fields.optional(
      Fields.instant,
      "End of the period, not included. Default: a day after from; without from, the last midnight in UTC."
    )
  })
)

export type Reconciling = typeof Reconciling.Type

/** `POST /operator/proofs/{uid}/approve`. */
export const approval: Decoder<Approval> = decoder(Approval)

/** `POST /operator/proofs/{uid}/decline`. */
export const refusal: Decoder<Refusal> = decoder(Refusal)

/** `POST /operator/transactions/{uid}/correct`. */
export const correction: Decoder<Correction> = decoder(Correction)

/** `POST /operator/reconciliation`. */
export const reconciling: Decoder<Reconciling> = decoder(Reconciling)

/** The longest period of one reconciliation. Unit: days. */
const mostDays = 31

/** The period that is asked for. Errors: it is empty, or longer than 31 days. */
export const periodOf = (request: Reconciling, now: DateTime.Utc): Either.Either<Period, InvalidRequest> => {
  const { from, to } = DailyReconciliation.requestedPeriod(request, now)
  if (DateTime.greaterThanOrEqualTo(from, to)) return Either.left(invalid("from", "must be earlier than to"))
  return DateTime.distance(from, to) > Duration.toMillis(Duration.days(mostDays))
    ? Either.left(invalid("from", `can't be more than ${mostDays} days before to`))
    : Either.right({ from, to })
}
