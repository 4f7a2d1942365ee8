/** The sandbox's controls. Source: D38. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { PositiveAmount } from "@florin/core/money/Amount"
import * as Fields from "@florin/core/request/Fields"
import { TransferDocument } from "@florin/wire/TransferSchemas"
import * as Schema from "effect/Schema"
import { byUid, missing, page, refusals, summary } from "./contractParts.js"
import { command, query } from "./merchantContract.js"

const { optional, required } = Fields

const Now = Schema.Struct({
  now: required(Schema.String, "The instant the clock stands at."),
  follow: required(Schema.Boolean, "Whether the clock follows real time.")
}).annotations({ identifier: "ClockDocument" })

const ClockMoved = Schema.Struct({
  now: required(Schema.String, "The instant the clock stands at now."),
  ran: required(Schema.Int, "How many jobs fell due on the way and were run.")
}).annotations({ identifier: "ClockMovedDocument" })

const Movement = Schema.Struct({
  id: required(Schema.String, "Id of the movement."),
  kind: required(
    Schema.String,
    "What was moved: authorization, payment, capture, void, refund, credit, payout, or transfer: what a customer has paid by bank."
  ),
  amount: required(Schema.Int, "Amount in minor units."),
  currency: required(Schema.String, "ISO 4217 alpha-3 code of the currency."),
  reference: required(Schema.String, "The key that the gateway sent."),
  parent: optional(Schema.String, "The key of the movement that it follows."),
  at: required(Schema.String, "When it was booked.")
}).annotations({ identifier: "Movement" })

const Movements = Schema.Struct({
  movements: required(Schema.Array(Movement), "What was moved, oldest first.")
}).annotations({ identifier: "LedgerDocument" })

const Move = Schema.Struct({
  advance: optional(Schema.String, "How far the clock is moved: an ISO 8601 duration such as P1M."),
  to: optional(Schema.String, "The instant the clock is moved to: ISO 8601 with an offset."),
  follow: optional(Schema.Literal(true), "Lets the clock follow real time again, from where it stands.")
}).annotations({ identifier: "ClockRequest" })

const Paid = Schema.Struct({
  amount: optional(Fields.orDigits(PositiveAmount), "What the customer pays. Default: the amount of the payment."),
  paid_at: optional(Schema.String, "The bank's date: ISO 8601 with an offset. Default: now.")
}).annotations({ identifier: "SandboxPaymentRequest" })

const reason = { message: optional(Schema.String, "What is said about it, at most 255 characters.") }

const Completed = Schema.Struct({
  amount: optional(Fields.orDigits(PositiveAmount), "What the bank has moved. Default: the amount of the transfer."),
  ...reason
}).annotations({ identifier: "SandboxOutcomeRequest" })

const Approved = Schema.Struct({
  amount: optional(Fields.orDigits(PositiveAmount), "What was proven. Default: the amount of the proof."),
  ...reason
}).annotations({ identifier: "SandboxApprovalRequest" })

const Refused = Schema.Struct(reason).annotations({ identifier: "SandboxRefusalRequest" })

/** What happens to a transfer outside the gateway. */
const happening = <const Name extends string>(name: Name, path: `/${string}`, title: string, description: string) =>
  command(name, path, TransferDocument, title, description).setPath(byUid).addError(refusals.notFound)

export const sandbox = HttpApiGroup.make("sandbox")
  .add(
    query("readClock", "/sandbox/clock", Now, "Read the sandbox's clock", "Says where the clock of the gateway stands.")
  )
  .add(
    command(
      "moveClock",
      "/sandbox/clock",
      ClockMoved,
      "Move the sandbox's clock and run what falls due",
      "Takes one of advance, to and follow. What falls due on the way runs in order before the answer."
    ).setPayload(Move)
  )
  .add(
    query(
      "ledger",
      "/sandbox/ledger",
      Movements,
      "List what the simulated acquirer and bank hold",
      "From their own books, not from those of the gateway."
    )
  )
  .add(
    happening(
      "payTransfer",
      "/sandbox/transfers/:uid/pay",
      "Let a customer pay a transfer",
      "The bank books it and reports it. A second payment is booked too, and is evidence in the gateway."
    ).setPayload(Paid)
  )
  .add(
    happening(
      "approveProof",
      "/sandbox/transfers/:uid/proof/approve",
      "Let an operator approve a proof",
      "By the UID of the payment, or of the proof."
    ).setPayload(Approved)
  )
  .add(
    happening(
      "declineProof",
      "/sandbox/transfers/:uid/proof/decline",
      "Let an operator decline a proof",
      "By the UID of the payment, or of the proof."
    ).setPayload(Refused)
  )
  .add(
    happening(
      "completePayout",
      "/sandbox/payouts/:uid/complete",
      "Let a bank complete a payout",
      "The bank books it and reports it. A payout that is complete is reported again."
    ).setPayload(Completed)
  )
  .add(
    happening(
      "failPayout",
      "/sandbox/payouts/:uid/fail",
      "Let a bank refuse a payout",
      "The bank reports it. A payout that was refused is reported again."
    ).setPayload(Refused)
  )
  .add(
    happening(
      "completeRefund",
      "/sandbox/refunds/:uid/complete",
      "Let a bank complete a refund",
      "The bank books it and reports it. A refund that is complete is reported again."
    ).setPayload(Completed)
  )
  .add(
    happening(
      "failRefund",
      "/sandbox/refunds/:uid/fail",
      "Let a bank refuse a refund",
      "The bank reports it. A refund that was refused is reported again."
    ).setPayload(Refused)
  )
  .add(
    HttpApiEndpoint.post("issuer", "/sandbox/acs")
      .addSuccess(page("The simulated issuer's page"))
      .addError(refusals.badForm)
      .addError(missing)
      .addError(refusals.tooLarge)
      .addError(refusals.mediaType)
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(summary("Page of the simulated issuer", "Where a customer confirms or refuses a payment."))
  )
  .add(
    HttpApiEndpoint.post("issuerMethod", "/sandbox/method")
      .addSuccess(page("A form that ends the step"))
      .addError(refusals.badForm)
      .addError(missing)
      .addError(refusals.tooLarge)
      .addError(refusals.mediaType)
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(summary("Method page of the simulated issuer", "In a hidden frame; it finds out nothing."))
  )
  .annotateContext(
    OpenApi.annotations({ title: "Sandbox", description: "Controls of the simulation; only where the sandbox is on." })
  )
