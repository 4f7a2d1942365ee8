/**
 * Arbitrary requests that Florin accepts, for property tests of a host: with `FastCheck` of `effect`, or the `fast-check`
 * of its version. What may be left out sometimes is.
 */
import { table } from "@florin/wire/operations/Table"
import * as FastCheck from "effect/FastCheck"
import type * as Billing from "../faces/generated/billingRequests.js"
import type * as Cards from "../faces/generated/cardRequests.js"
import type * as Transfers from "../faces/generated/transferRequests.js"
import type { ProofRequest } from "../faces/transfers.js"
import { card, features, items, requestOf, text } from "./arbitraries.js"

export { card }

/** What every request with a card of its own has. */
const always = ["tracking_id", "duplicate_check"] as const

/** An authorization or a payment. Each has a `trackingId` of its own. */
export const charge: FastCheck.Arbitrary<Cards.ChargeRequest> = requestOf(table.pay, {}, always)

/** A card that becomes a token. */
export const tokenization: FastCheck.Arbitrary<Cards.TokenizationRequest> = requestOf(table.tokenize, {}, always)

/** What a request follows, as its answer has it. */
interface Followed {
  readonly uid: string
  readonly amount: number
}

const following = ({ uid, amount: max }: Followed, amount = FastCheck.integer({ min: 1, max })) => ({
  parent_uid: FastCheck.constant(uid),
  amount
})

/** A capture of an authorization, at most of what it holds. */
export const captureOf = (held: Followed): FastCheck.Arbitrary<Cards.ChildRequest> =>
  requestOf(table.capture, following(held), ["duplicate_check"])

/** A void of all that an authorization holds. */
export const voidOf = (held: Followed): FastCheck.Arbitrary<Cards.ChildRequest> =>
  requestOf(table.void, following(held, FastCheck.constant(held.amount)), ["duplicate_check"])

/** A refund of a charge, at most of what was charged. */
export const refundOf = (charged: Followed): FastCheck.Arbitrary<Cards.RefundRequest> =>
  requestOf(table.refund, following(charged), ["duplicate_check"])

/** A credit to a saved card, by its token. */
export const creditTo = (token: string): FastCheck.Arbitrary<Cards.CreditRequest> =>
  requestOf(table.credit, { credit_card: FastCheck.constant({ token }) }, always)

/** A payout to a card. */
export const payout: FastCheck.Arbitrary<Cards.PayoutRequest> = requestOf(table.payOut, {}, always)

const interval = FastCheck.oneof(
  FastCheck.record({
    interval: FastCheck.integer({ min: 1, max: 24 }),
    intervalUnit: FastCheck.constant("month" as const)
  }),
  FastCheck.record({
    interval: FastCheck.integer({ min: 1, max: 400 }),
    intervalUnit: FastCheck.constant("day" as const)
  }),
  FastCheck.record({
    interval: FastCheck.integer({ min: 1, max: 100 }),
    intervalUnit: FastCheck.constant("hour" as const)
  })
)

const cycles = FastCheck.option(FastCheck.integer({ min: 1, max: 24 }), { nil: undefined }).map((billingCycles) =>
  billingCycles === undefined ? {} : { infinite: false, billingCycles }
)

const trial = FastCheck.option(
  FastCheck.tuple(FastCheck.nat({ max: 1000 }), interval, FastCheck.boolean()).map(([paid, every, asFirstPayment]) => ({
    trial: { amount: paid, ...every, asFirstPayment }
  })),
  { nil: {} }
)

/** What is charged, and how often: without an end or for some cycles, with a trial or without. */
export const plan: FastCheck.Arbitrary<Billing.PlanRequest> = FastCheck.tuple(
  requestOf<Billing.PlanRequest>(table.createPlan, {
    ...{ number_payment_attempts: FastCheck.integer({ min: 1, max: 5 }), features }
  }),
  ...[interval, cycles, trial]
).map(([{ billingCycles: _, infinite: __, trial: ___, ...made }, every, end, before]) => ({
  ...{ ...made, ...end, ...before },
  plan: { ...made.plan, ...every }
}))

/** A customer by address and network address. */
export const newCustomer: FastCheck.Arbitrary<Billing.CustomerRequest> = requestOf(table.createCustomer)

/** A portal of a customer, in which a stored plan may be chosen. */
export const portalWith = (planId: string): FastCheck.Arbitrary<Billing.PortalRequest> =>
  requestOf(table.openPortal, { plans: FastCheck.constantFrom([], [planId]), card: FastCheck.boolean() })

/** A coupon is the shop's own, and a quantity stands for items. */
const withoutCoupon = <Request extends Pick<Billing.SubscriptionRequest, "coupon" | "items" | "quantity">>({
  coupon: _,
  items,
  quantity,
  ...request
}: Request) => ({ ...request, ...(items === undefined ? quantity !== undefined && { quantity } : { items }) })

/** A subscription to a stored plan, by its id, which is charged at once. */
export const subscriptionTo = (planId: string): FastCheck.Arbitrary<Billing.SubscriptionRequest> => {
  const sentAlong = FastCheck.constant({ order_number: "42" })
  const hints = { plan: FastCheck.constant({ id: planId }), customer: newCustomer, additional_data: sentAlong, items }
  return requestOf<Billing.SubscriptionRequest>(table.createSubscription, hints, ["card"]).map(withoutCoupon)
}

/** What a subscription would be charged that does not exist: to a stored plan, by its id, or to a whole one. */
export const newPreviewOf = (planId: string): FastCheck.Arbitrary<Billing.NewPreviewRequest> => {
  const hints = { plan: FastCheck.oneof(FastCheck.constant({ id: planId }), plan), customer: newCustomer, items }
  return requestOf<Billing.NewPreviewRequest>(table.previewNewSubscription, hints).map(withoutCoupon)
}

/** The end of a subscription, for any reason: now, or with the period that is paid. */
export const cancellation: FastCheck.Arbitrary<Billing.CancelRequest> = requestOf<Billing.CancelRequest>(
  table.cancelSubscription
).filter(({ atPeriodEnd, cancelReason }) => atPeriodEnd === true || cancelReason !== undefined)

/** Another card for a subscription, whatever becomes of it. */
export const cardChange: FastCheck.Arbitrary<Billing.CardChangeRequest> = requestOf(table.changeCard)

/** Another quantity or other items of a subscription, now or from the renewal on. */
export const termsChange: FastCheck.Arbitrary<Billing.ChangeRequest> = requestOf<Billing.ChangeRequest>(
  table.changeSubscription,
  { items }
).map(({ items, plan: _, preview: __, proration, quantity, ...request }) => ({
  ...request,
  ...(items === undefined ? { quantity: quantity ?? 1 } : { items }),
  ...(request.when !== "renewal" && proration !== undefined && { proration })
}))

/** What was used of a metered item. */
export const usageOf = (item: string): FastCheck.Arbitrary<Billing.UsageRequest> =>
  requestOf<Billing.UsageRequest>(table.recordUsage, { item: FastCheck.constant(item) }, ["key"]).map(
    ({ at: _, events: __, item: ___, key, quantity }) => ({ item, quantity: quantity ?? 1, key: key ?? "one" })
  )

/** Another plan for a subscription, by its id. */
export const planChangeTo = (planId: string): FastCheck.Arbitrary<Billing.PlanChangeRequest> =>
  requestOf(table.changePlan, { plan: FastCheck.constant({ id: planId }) })

// Transfers are in whole roubles.
const rubles = (most: number) => FastCheck.integer({ min: 1, max: most }).map((one) => one * 100)

const ofTransfers = {
  amount: FastCheck.integer({ min: 5000, max: 100_000 }).map((one) => one * 100),
  currency: FastCheck.constant("RUB")
}

/** A payment by instant bank transfer. It waits until `bank.transfers.pay` pays it. */
export const transferPayment: FastCheck.Arbitrary<Transfers.TransferPaymentRequest> = requestOf(
  table.payByTransfer,
  { ...ofTransfers, method: FastCheck.constantFrom({ type: "sbp_data", channel: "SBP" }, { type: "sbp" }) },
  ["return_url"]
)

/** A payout by instant bank transfer. It waits until `bank.payouts` completes or fails it. */
export const transferPayout: FastCheck.Arbitrary<Transfers.TransferPayoutRequest> = requestOf(table.payOutByTransfer, {
  ...ofTransfers,
  account_number: FastCheck.integer({ min: 0, max: 999_999_999 }).map(
    (digits) => `+7${String(digits).padStart(10, "9")}`
  ),
  bank_code: FastCheck.constantFrom("100000000004", "100000000008", "100000000111")
})

/** A refund of a payment by bank transfer, at most of what was paid. */
export const transferRefundOf = (paid: Followed): FastCheck.Arbitrary<Transfers.TransferRefundRequest> =>
  requestOf(table.refundTransfer, following(paid, rubles(paid.amount / 100)), ["amount", "duplicate_check"])

const pdf = text.map((content) => new TextEncoder().encode(`%PDF-1.7\n% ${content}\n%%EOF\n`))

/** A proof that a failed payment was made after all, which an operator decides on. */
export const proofOf = (unpaid: Followed): FastCheck.Arbitrary<ProofRequest> =>
  FastCheck.tuple(
    requestOf<ProofRequest>(table.proveTransfer, {
      ...ofTransfers,
      amount: FastCheck.constant(unpaid.amount),
      document: FastCheck.constant({})
    }),
    pdf
  ).map(([made, content]) => ({ ...made, document: { fileName: "receipt.pdf", content } }))

/** A question to the bank whether a payment is paid. */
export const confirmation: FastCheck.Arbitrary<Transfers.ConfirmRequest> = requestOf(
  table.confirmTransfer,
  { skip_duplicate_check: FastCheck.constant(true) },
  ["skip_duplicate_check"]
)
