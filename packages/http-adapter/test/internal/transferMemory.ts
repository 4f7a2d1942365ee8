/** Transfers of the adapter's tests: there are none. */
import { NotFound } from "@florin/core/request/InvalidRequest"
import * as TransferRules from "@florin/core/transfers/TransferRules"
import { Transfers } from "@florin/core/transfers/Transfers"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const unknown = () => new NotFound()

/** Requests are refused for what they are, and then because there is no provider. */
export const layer = Layer.succeed(
  Transfers,
  Transfers.of({
    pay: (_, request) =>
      Effect.flatMap(DateTime.now, (now) => Effect.fail(TransferRules.paymentRefusal(request, now) ?? new NotFound())),
    payOut: (_, request) => Effect.fail(TransferRules.payoutRefusal(request, undefined) ?? new NotFound()),
    refund: unknown,
    prove: unknown,
    confirm: unknown,
    find: unknown
  })
)
