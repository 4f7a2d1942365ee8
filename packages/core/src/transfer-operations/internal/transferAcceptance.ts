import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Reads from "../../commits/Reads.js"
import * as Amount from "../../money/Amount.js"
import * as AcceptanceRules from "../../operations/AcceptanceRules.js"
import type { LinkedTransaction } from "../../operations/LinkedTransaction.js"
import { given } from "../../request/Given.js"
import type { InvalidRequest } from "../../request/InvalidRequest.js"
import { forTestMode } from "../../routing/Routing.js"
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

type Planned = Either.Either<AcceptanceRules.NewTransaction<Transfer>, InvalidRequest>

const unless = (refusal: InvalidRequest | undefined, plan: () => AcceptanceRules.NewTransaction<Transfer>): Planned =>
  refusal === undefined ? Either.right(plan()) : Either.left(refusal)

/** A payment that belongs to no other room. */
const unlinked: LinkedTransaction<object, never> = {
  name: "accept-transfer",
  belongsTo: {},
  load: none,
  attach: () => Either.right([])
}

/** The plan with the writes of the room that makes the payment. */
const attached = <Facts extends object, E>(
  { now, uid }: AcceptanceRules.Request,
  plan: AcceptanceRules.NewTransaction<Transfer>,
  { attach, belongsTo: { checkout, orderData, product } }: LinkedTransaction<Facts, E>,
  facts: Facts
): Either.Either<AcceptanceRules.NewTransaction<Transfer>, E> => {
  const { initial, draft } = plan
  const begun = { uid, type: draft.type, status: initial.status, createdAt: now }
  const belonging = { ...draft, ...given({ checkout, orderData, product }) }
  return Either.map(attach(facts, begun), (besides) => ({ ...plan, draft: belonging, besides }))
}

/** Builds the accepting commits of payments, payouts and refunds. */
export const make = Effect.gen(function* () {
  const providers = yield* TransferProviders
  const requestOf = yield* AcceptanceRules.requesting(writesOf)

  const chosenFor = (test: boolean | undefined): TransferProvider | undefined =>
    forTestMode(providers, test ?? false)[0]

  const unconditional = (
    requested: AcceptanceRules.OrderedBy,
    type: "payment" | "payout",
    amount: Amount.Amount,
    planned: Planned
  ) => {
    const request = requestOf(requested, { name: "accept-transfer", type, amount, repeats: undefined })
    return AcceptanceRules.acceptanceCommit<object, InvalidRequest, Transfer>(request, none, () => planned)
  }

  return {
    payment: <Facts extends object = object, E = never>(
      requested: AcceptanceRules.OrderedBy,
      request: TransferPaymentRequest,
      linked = unlinked as unknown as LinkedTransaction<Facts, E>
    ) => {
      const chosen = chosenFor(request.test)
      const planned = unless(TransferRules.paymentRefusal(request, requested.now), () =>
        TransferRules.payment(request, chosen, requested.now)
      )
      const what = { name: linked.name, type: "payment", amount: request.amount, repeats: undefined } as const
      const accepting = requestOf(requested, what)
      return AcceptanceRules.acceptanceCommit<Facts, InvalidRequest | E, Transfer>(accepting, linked.load, (facts) =>
        Either.flatMap(planned, (plan) => attached(accepting, plan, linked, facts))
      )
    },
    payout: (requested: AcceptanceRules.OrderedBy, request: TransferPayoutRequest) => {
      const chosen = chosenFor(request.test)
      const planned = unless(TransferRules.payoutRefusal(request, chosen), () => TransferRules.payout(request, chosen))
      return unconditional(requested, "payout", request.amount, planned)
    },
    refund: (requested: AcceptanceRules.OrderedBy, request: TransferRefundRequest) => {
      const { amount = Amount.zero, duplicateCheck, parentUid } = request
      const repeats = { on: parentUid, check: duplicateCheck ?? true }
      const what = { name: "accept-transfer", type: "refund", amount, repeats } as const
      const reads = {
        parent: Reads.transfer(requested.shop.id, parentUid),
        totals: Reads.parentTotals(requested.shop.id, parentUid)
      }
      return AcceptanceRules.acceptanceCommit(requestOf(requested, what), reads, TransferRules.refund(request))
    }
  }
})
