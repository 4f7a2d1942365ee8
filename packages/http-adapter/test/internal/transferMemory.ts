/** Transfers of the adapter's tests: there is one, which nothing can be done about. */
import { TransactionUid } from "@florin/core/ids/Ids"
import { NotFound } from "@florin/core/request/InvalidRequest"
import * as TransferRules from "@florin/core/transfer-operations/TransferRules"
import { Transfers } from "@florin/core/transfer-operations/Transfers"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { accepted } from "./acceptedTransfer.js"

const unknown = () => new NotFound()

/** The transfer that every shop finds. */
export const known = TransactionUid.make("0190b6a0-0000-7000-8000-0000000000aa")

/** Requests are refused for what they are, and then because there is no provider. */
export const layer = Layer.succeed(
  Transfers,
  Transfers.of({
    pay: (_, request) =>
      Effect.flatMap(DateTime.now, (now) => Effect.fail(TransferRules.paymentRefusal(request, now) ?? new NotFound())),
    payFor: (_, request) =>
      Effect.flatMap(DateTime.now, (now) => Effect.die(TransferRules.paymentRefusal(request, now) ?? new NotFound())),
    payOut: (_, request) => Effect.fail(TransferRules.payoutRefusal(request, undefined) ?? new NotFound()),
    refund: unknown,
    prove: unknown,
    confirm: unknown,
    find: (_, uid) =>
      uid === known ? Effect.map(DateTime.now, (now) => accepted(known, now, {})) : Effect.fail(new NotFound())
  })
)
