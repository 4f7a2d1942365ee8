/** Controls of the simulation. Source: D38. */
import type { TransactionUid } from "@florin/core/ids/Ids"
import { PositiveAmount } from "@florin/core/money/Amount"
import * as Fields from "@florin/core/request/Fields"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { Documents } from "../Documents.js"
import { ledgerMovement } from "../internal/cardSamples.js"
import { answered, proven, recipient, report, rubles, transfer } from "../internal/transferSamples.js"
import type * as Requests from "../Requests.js"
import { type Call, command, read } from "./Operation.js"
import { byUid, ofTransfer } from "./Parts.js"
import { ofCards } from "./RefusalForm.js"
import { SandboxRoutes, type TransferAction } from "./SandboxPort.js"

const { optional } = Fields

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

/** The sandbox reads its bodies itself. */
const asSent: Requests.Decoder<unknown> = Object.assign((body: unknown) => Either.right(body), {
  unknownMembers: () => []
})

const sandbox = { group: "sandbox", permission: "sandbox", record: "transfer", form: ofCards, isKeyless: true } as const

const closed = "The account is closed"

const services = Effect.all({ sandbox: SandboxRoutes, document: Documents })

type Services = Effect.Effect.Success<typeof services>

/** What happens to a transfer outside the gateway. */
const happening = (action: TransferAction, schema: Schema.Schema.Any) => ({
  ...sandbox,
  id: action,
  subject: byUid,
  body: { schema, decode: asSent, isOptional: true },
  answer: "TransferDocument" as const,
  member: "transaction",
  uses: services,
  run: ({ document, sandbox }: Services, { id, request, shop }: Call<TransactionUid, unknown>) =>
    Effect.map(sandbox.transfer(action, shop, id, request), (found) => ({ transaction: ofTransfer(document, found) })),
  // The bank would book it a second time.
  done: ({ document, sandbox }: Services, { id, shop }: Call<TransactionUid, string>) =>
    Effect.map(sandbox.happened(action, shop, id), (found) => ({ transaction: ofTransfer(document, found) }))
})

export const sandboxOperations = {
  readClock: read({
    ...sandbox,
    isHttpOnly: true,
    isImpersonal: true,
    name: "clock",
    id: "readClock",
    at: "GET /sandbox/clock",
    title: "Read the sandbox's clock",
    description: "Says where the clock of the gateway stands.",
    example: () => ({ answer: { now: "2035-03-01T12:00:00.000Z", follow: true } }),
    answer: "ClockDocument",
    uses: SandboxRoutes,
    run: ({ readClock }) => readClock
  }),
  moveClock: command({
    ...sandbox,
    isHttpOnly: true,
    name: "moveClock",
    id: "moveClock",
    at: "POST /sandbox/clock",
    title: "Move the sandbox's clock and run what falls due",
    description:
      "Takes one of advance, to and follow. What falls due on the way runs in order before the answer. A command under a key moves the clock once, also by more than a key lasts.",
    example: () => ({ request: { advance: "P1M" }, answer: { now: "2035-04-01T12:00:00.000Z", ran: 2 } }),
    body: { schema: Move, decode: asSent },
    answer: "ClockMovedDocument",
    uses: SandboxRoutes,
    run: ({ moveClock }, { request }) => moveClock(request)
  }),
  ledger: read({
    ...sandbox,
    isImpersonal: true,
    name: "ledger",
    id: "ledger",
    at: "GET /sandbox/ledger",
    title: "List what the simulated acquirer and bank hold",
    description: "From their own books, not from those of the gateway.",
    example: () => ({ answer: { movements: [ledgerMovement] } }),
    answer: "LedgerDocument",
    member: "movements",
    uses: SandboxRoutes,
    run: ({ ledger }) => ledger
  }),
  payTransfer: command({
    ...happening("payTransfer", Paid),
    name: "transfers.pay",
    at: "POST /sandbox/transfers/:uid/pay",
    title: "Let a customer pay a transfer",
    description: "The bank books it and reports it. A second payment is booked too, and is evidence in the gateway.",
    example: () => ({
      request: { amount: 500_000, paid_at: "2035-03-01T12:04:00Z" },
      answer: answered(transfer("payment", "successful"))
    })
  }),
  approveProof: command({
    ...happening("approveProof", Approved),
    name: "transfers.approveProof",
    at: "POST /sandbox/transfers/:uid/proof/approve",
    title: "Let an operator approve a proof",
    description: "By the UID of the payment, or of the proof.",
    example: () => ({
      request: { amount: 500_000, message: "The money has arrived" },
      answer: answered(proven("successful", "The money has arrived"))
    })
  }),
  declineProof: command({
    ...happening("declineProof", Refused),
    name: "transfers.declineProof",
    at: "POST /sandbox/transfers/:uid/proof/decline",
    title: "Let an operator decline a proof",
    description: "By the UID of the payment, or of the proof.",
    example: () => ({ request: { message: "No such payment" }, answer: answered(proven("failed", "No such payment")) })
  }),
  completePayout: command({
    ...happening("completePayout", Completed),
    name: "payouts.complete",
    at: "POST /sandbox/payouts/:uid/complete",
    title: "Let a bank complete a payout",
    description: "The bank books it and reports it. A payout that is complete is reported again.",
    example: () => ({ request: { amount: 500_000 }, answer: answered(transfer("payout", "successful", recipient)) })
  }),
  failPayout: command({
    ...happening("failPayout", Refused),
    name: "payouts.fail",
    at: "POST /sandbox/payouts/:uid/fail",
    title: "Let a bank refuse a payout",
    description: "The bank reports it. A payout that was refused is reported again.",
    example: () => ({
      request: { message: closed },
      answer: answered(transfer("payout", "failed", { ...recipient, report: { ...report, message: closed } }))
    })
  }),
  completeRefund: command({
    ...happening("completeRefund", Completed),
    name: "refunds.complete",
    at: "POST /sandbox/refunds/:uid/complete",
    title: "Let a bank complete a refund",
    description: "The bank books it and reports it. A refund that is complete is reported again.",
    example: () => ({ request: {}, answer: answered(transfer("refund", "successful", { amount: rubles(2000) })) })
  }),
  failRefund: command({
    ...happening("failRefund", Refused),
    name: "refunds.fail",
    at: "POST /sandbox/refunds/:uid/fail",
    title: "Let a bank refuse a refund",
    description: "The bank reports it. A refund that was refused is reported again.",
    example: () => ({ request: {}, answer: answered(transfer("refund", "failed", { amount: rubles(2000) })) })
  })
}
