import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Reads from "../../commits/Reads.js"
import * as Amount from "../../money/Amount.js"
import * as Accepting from "../../operations/Accepting.js"
import type { InvalidRequest } from "../../request/InvalidRequest.js"
import { eligible } from "../../routing/Routing.js"
import type { Transfer } from "../../transfers/Transfer.js"
import { type TransferProvider, TransferProviders } from "../../transfers/TransferProvider.js"
import type {
  TransferPaymentRequest,
  TransferPayoutRequest,
  TransferRefundRequest
} from "../../transfers/TransferRequest.js"
import * as TransferRules from "../TransferRules.js"
import { writesOf } from "../TransferWrites.js"

const none = {} as Reads.Reads<object>

type Planned = Either.Either<Accepting.Plan<Transfer>, InvalidRequest>

const unless = (refusal: InvalidRequest | undefined, plan: () => Accepting.Plan<Transfer>): Planned =>
  refusal === undefined ? Either.right(plan()) : Either.left(refusal)

/** Builds the accepting commits of payments, payouts and refunds. */
export const make = Effect.gen(function* () {
  const providers = yield* TransferProviders
  const requestOf = yield* Accepting.requesting(writesOf)

  const chosenFor = (test: boolean | undefined): TransferProvider | undefined => eligible(providers, test ?? false)[0]

  const unconditional = (
    asked: Accepting.Asked,
    type: "payment" | "payout",
    amount: Amount.Amount,
    planned: Planned
  ) => {
    const request = requestOf(asked, { name: "accept-transfer", type, amount, repeats: undefined })
    return Accepting.operation<object, InvalidRequest, Transfer>(request, none, () => planned)
  }

  return {
    payment: (asked: Accepting.Asked, request: TransferPaymentRequest) => {
      const chosen = chosenFor(request.test)
      const planned = unless(TransferRules.paymentRefusal(request, asked.now), () =>
        TransferRules.payment(request, chosen, asked.now)
      )
      return unconditional(asked, "payment", request.amount, planned)
    },
    payout: (asked: Accepting.Asked, request: TransferPayoutRequest) => {
      const chosen = chosenFor(request.test)
      const planned = unless(TransferRules.payoutRefusal(request, chosen), () => TransferRules.payout(request, chosen))
      return unconditional(asked, "payout", request.amount, planned)
    },
    refund: (asked: Accepting.Asked, request: TransferRefundRequest) => {
      const { amount = Amount.zero, duplicateCheck, parentUid } = request
      const repeats = { on: parentUid, check: duplicateCheck ?? true }
      const what = { name: "accept-transfer", type: "refund", amount, repeats } as const
      const reads = {
        parent: Reads.transfer(asked.shop.id, parentUid),
        totals: Reads.parentTotals(asked.shop.id, parentUid)
      }
      return Accepting.operation(requestOf(asked, what), reads, TransferRules.refund(request))
    }
  }
})
