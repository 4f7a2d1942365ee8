/**
 * Arbitrary requests that Florin accepts, for property tests of a host: with `FastCheck` of `effect`, or the `fast-check`
 * of its version. What may be left out sometimes is.
 */
import * as FastCheck from "effect/FastCheck"
import type * as Billing from "../faces/generated/billingRequests.js"
import type * as Cards from "../faces/generated/cardRequests.js"
import type * as Transfers from "../faces/generated/transferRequests.js"
import type { ProofRequest } from "../faces/transfers.js"
import { cards } from "./cards.js"

const amount = FastCheck.integer({ min: 1, max: 10_000_000 })

const text = FastCheck.string({
  minLength: 1,
  maxLength: 255,
  unit: FastCheck.constantFrom(..."abcdefgh ABCDEFGH 01234567-")
})
  // Spaces alone are blank.
  .map((one) => one.trim() || "Order")

const currency = FastCheck.constantFrom("EUR", "USD", "JPY", "KWD")

const trackingId = FastCheck.uuid()

const language = FastCheck.constantFrom("en", "ru", "de")

const email = FastCheck.nat().map((number) => `customer-${number}@shop.example`)

/** Any of the test cards, whatever becomes of it. */
export const card: FastCheck.Arbitrary<(typeof cards)[keyof typeof cards]> = FastCheck.constantFrom(
  ...Object.values(cards)
)

const order = { amount, currency, description: text, trackingId, language }

/** A request of which these members are always there, and the others sometimes. */
const some = <Members extends object, Needed extends keyof Members & string>(
  members: { readonly [Name in keyof Members]: FastCheck.Arbitrary<Members[Name]> },
  requiredKeys: ReadonlyArray<Needed>
): FastCheck.Arbitrary<Partial<Members> & Pick<Members, Needed>> =>
  FastCheck.record(members as Readonly<Record<string, FastCheck.Arbitrary<unknown>>>, {
    requiredKeys: [...requiredKeys]
  }) as never

// Equal requests within 30 seconds of a clock that stands would be duplicates.
const duplicateCheck = FastCheck.constant(false)

const customer = FastCheck.record({ email })

const browser = FastCheck.record(
  {
    acceptHeader: FastCheck.constant("text/html"),
    userAgent: text,
    language,
    javaEnabled: FastCheck.boolean(),
    screenWidth: FastCheck.integer({ min: 320, max: 4096 }),
    screenHeight: FastCheck.integer({ min: 320, max: 4096 }),
    screenColorDepth: FastCheck.constantFrom(24 as const, 32 as const),
    timeZone: FastCheck.integer({ min: -840, max: 720 }),
    timeZoneName: FastCheck.constant("Europe/Berlin")
  },
  { requiredKeys: [] }
)

const receiptText = FastCheck.array(text, { minLength: 1, maxLength: 3 })

// The codes say nothing about the sandbox's cards, which match.
const rejectCodes = FastCheck.constantFrom(["N"], ["N", "A"]).map((codes) => ({ rejectCodes: codes }))

const chargeData = FastCheck.record(
  {
    receiptText,
    contract: FastCheck.constantFrom(["recurring"] as const, ["oneclick"] as const, ["card_on_file"] as const),
    cardOnFile: FastCheck.record(
      {
        initiator: FastCheck.constantFrom("merchant" as const, "customer" as const),
        type: FastCheck.constantFrom("delayed_charge" as const, "no_show" as const)
      },
      { requiredKeys: ["initiator"] }
    ),
    avsCvcVerification: FastCheck.record({ avsVerification: rejectCodes, cvcVerification: rejectCodes }),
    excludedGateways: FastCheck.constant([9999]),
    browser
  },
  { requiredKeys: [] }
)

const tokenData = FastCheck.record(
  { receiptText, contract: FastCheck.constantFrom(["recurring", "oneclick"] as const, ["credit"] as const) },
  { requiredKeys: [] }
)

const travel = FastCheck.record({
  airline: FastCheck.record({
    agencyCode: FastCheck.constant("1234"),
    bookingNumber: FastCheck.constant("XKCD42"),
    legs: FastCheck.array(
      FastCheck.record({
        airlineCode: FastCheck.constantFrom("LH", "BA"),
        flightNumber: FastCheck.constant("42"),
        originatingAirportCode: FastCheck.constantFrom("BER", "LHR")
      }),
      { minLength: 1, maxLength: 2 }
    )
  })
})

/** What every request with a card of its own has. */
const needed = ["amount", "currency", "description", "trackingId", "duplicateCheck"] as const

/** An authorization or a payment. Each has a `trackingId` of its own. */
export const charge: FastCheck.Arbitrary<Cards.ChargeRequest> = some(
  { ...order, card, customer, duplicateCheck, additionalData: chargeData, travel },
  [...needed, "card"]
)

/** A card that becomes a token. */
export const tokenization: FastCheck.Arbitrary<Cards.TokenizationRequest> = some(
  { ...order, card, customer, duplicateCheck, additionalData: tokenData },
  [...needed, "card"]
)

/** What a request follows, as its answer has it. */
interface Followed {
  readonly uid: string
  readonly amount: number
}

const following = ({ uid, amount }: Followed) => ({
  ...{ parentUid: FastCheck.constant(uid), amount: FastCheck.integer({ min: 1, max: amount }) },
  ...{ duplicateCheck, trackingId }
})

/** A capture of an authorization, at most of what it holds. */
export const captureOf = (held: Followed): FastCheck.Arbitrary<Cards.ChildRequest> =>
  some(following(held), ["parentUid", "amount", "duplicateCheck"])

/** A void of all that an authorization holds. */
export const voidOf = (held: Followed): FastCheck.Arbitrary<Cards.ChildRequest> =>
  some({ ...following(held), amount: FastCheck.constant(held.amount) }, ["parentUid", "amount", "duplicateCheck"])

/** A refund of a charge, at most of what was charged. */
export const refundOf = (charged: Followed): FastCheck.Arbitrary<Cards.RefundRequest> =>
  some({ ...following(charged), reason: text }, ["parentUid", "amount", "reason", "duplicateCheck"])

/** A credit to a saved card, by its token. */
export const creditTo = (token: string): FastCheck.Arbitrary<Cards.CreditRequest> =>
  some({ ...order, card: FastCheck.constant({ token }), duplicateCheck }, [...needed, "card"])

/** A payout to a card. */
export const payout: FastCheck.Arbitrary<Cards.PayoutRequest> = some(
  { ...order, recipientCard: card, duplicateCheck },
  [...needed, "recipientCard"]
)

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
  FastCheck.record({ title: text, currency, preventPaymentsAtNight: FastCheck.boolean() }),
  FastCheck.tuple(amount, interval).map(([price, every]) => ({ plan: { amount: price, ...every } })),
  FastCheck.record({ numberPaymentAttempts: FastCheck.integer({ min: 1, max: 5 }) }),
  cycles,
  trial
).map(([named, price, attempts, end, before]) => ({ ...named, ...price, ...attempts, ...end, ...before }))

/** A subscription to a stored plan, by its id, which is charged at once. */
export const subscriptionTo = (planId: string): FastCheck.Arbitrary<Billing.SubscriptionRequest> =>
  some({ plan: FastCheck.constant({ id: planId }), card, trackingId }, ["plan", "card"])

/** A customer by address and network address. */
export const newCustomer: FastCheck.Arbitrary<Billing.CustomerRequest> = some(
  {
    email,
    ip: FastCheck.nat({ max: 255 }).map((host) => `203.0.113.${host}`),
    firstName: text,
    externalId: trackingId
  },
  ["email", "ip"]
)

/** The end of a subscription, for any reason. */
export const cancellation: FastCheck.Arbitrary<Billing.CancelRequest> = FastCheck.record({ cancelReason: text })

/** Another card for a subscription, whatever becomes of it. */
export const cardChange: FastCheck.Arbitrary<Billing.CardChangeRequest> = FastCheck.record({ card })

/** Another plan for a subscription, by its id. */
export const planChangeTo = (planId: string): FastCheck.Arbitrary<Billing.PlanChangeRequest> =>
  FastCheck.constant({ plan: { id: planId } })

// Transfers are in whole roubles.
const kopecks = FastCheck.integer({ min: 5000, max: 100_000 }).map((roubles) => roubles * 100)

const transfer = { amount: kopecks, currency: FastCheck.constant("RUB"), description: text, trackingId, language }

/** A payment by instant bank transfer. It waits until `bank.transfers.pay` pays it. */
export const transferPayment: FastCheck.Arbitrary<Transfers.TransferPaymentRequest> = some(
  {
    ...transfer,
    returnUrl: FastCheck.constant("https://shop.example/thanks"),
    method: FastCheck.constantFrom({ type: "sbp_data", channel: "SBP" } as const, { type: "sbp" } as const)
  },
  ["amount", "currency", "description", "method", "returnUrl"]
)

const phone = FastCheck.integer({ min: 0, max: 999_999_999 }).map((digits) => `+7${String(digits).padStart(10, "9")}`)

/** A payout by instant bank transfer. It waits until `bank.payouts` completes or fails it. */
export const transferPayout: FastCheck.Arbitrary<Transfers.TransferPayoutRequest> = some(
  {
    ...transfer,
    method: FastCheck.record({
      type: FastCheck.constant("sbp" as const),
      accountNumber: phone,
      bankCode: FastCheck.constantFrom("100000000004", "100000000008", "100000000111")
    })
  },
  ["amount", "currency", "description", "method"]
)

/** A refund of a payment by bank transfer, at most of what was paid. */
export const transferRefundOf = (paid: Followed): FastCheck.Arbitrary<Transfers.TransferRefundRequest> =>
  FastCheck.record({
    parentUid: FastCheck.constant(paid.uid),
    amount: FastCheck.integer({ min: 1, max: paid.amount / 100 }).map((roubles) => roubles * 100),
    reason: text
  })

const pdf = text.map((said) => new TextEncoder().encode(`%PDF-1.7\n% ${said}\n%%EOF\n`))

/** A proof that a failed payment was made after all, which an operator decides on. */
export const proofOf = (unpaid: Followed): FastCheck.Arbitrary<ProofRequest> =>
  FastCheck.record({
    amount: FastCheck.constant(unpaid.amount),
    currency: FastCheck.constant("RUB"),
    document: FastCheck.record({ fileName: FastCheck.constant("receipt.pdf"), content: pdf })
  })

/** A question to the bank whether a payment is paid. */
export const confirmation: FastCheck.Arbitrary<Transfers.ConfirmRequest> = FastCheck.constant({
  skipDuplicateCheck: true
})
