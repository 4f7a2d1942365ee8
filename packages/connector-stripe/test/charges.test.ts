import { assert, describe, it } from "@effect/vitest"
import type { AcquirerAnswer } from "@florin/core/cards/Acquirer"
import { about, charge } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { testCards } from "../src/Testing.js"
import { card, referenceOf, start, tokenCharge, visa } from "./internal/underTest.js"

const short = (answer: AcquirerAnswer): string =>
  answer._tag === "Declined" ? `Declined ${answer.reason}` : answer._tag

/** What became of it by its reference, and by its key alone. */
const assertKnown = Effect.fnUntraced(function* (
  { acquirer }: Effect.Effect.Success<ReturnType<typeof start>>,
  request: Effect.Effect.Success<ReturnType<typeof tokenCharge>>,
  answer: AcquirerAnswer
) {
  const asking = { ...about, kind: request.kind, sentAt: request.transaction.createdAt }
  const reference = referenceOf(answer)
  assert.deepStrictEqual({ ...(yield* acquirer.status(request.key, { ...asking, reference })) }, {
    ...answer
  } as object)
  assert.deepStrictEqual({ ...(yield* acquirer.status(request.key, asking)) }, { ...answer } as object)
})

describe("A charge of a token", () => {
  it.scoped.each([
    ["visa", "Approved"],
    ["visa_debit", "Approved"],
    ["mastercard", "Approved"],
    ["amex", "Approved"],
    ["chargeDeclined", "Declined unspecified"],
    ["chargeDeclinedInsufficientFunds", "Declined funds"],
    ["chargeDeclinedLostCard", "Declined fraud-issuer"],
    ["chargeDeclinedStolenCard", "Declined fraud-issuer"],
    ["chargeDeclinedExpiredCard", "Declined card-expired"],
    ["chargeDeclinedIncorrectCvc", "Declined security-code"],
    ["chargeDeclinedProcessingError", "Declined acquirer-temporary"],
    ["chargeDeclinedVelocityLimitExceeded", "Declined issuer-limit"],
    ["chargeDeclinedFraudulent", "Declined fraud-acquirer"],
    ["authenticationRequired", "ActionNeeded"],
    ["florinProcessing", "Accepted"]
  ] as const)("%s is %s, is known by reference and by key, and is done once", ([name, expected]) =>
    Effect.gen(function* () {
      const under = yield* start()
      for (const kind of ["authorization", "payment"] as const) {
        const request = yield* tokenCharge(kind, name, { amount: 1000 })
        const answer = yield* under.acquirer.perform(request)
        assert.strictEqual(short(answer), expected)
        assert.deepStrictEqual(yield* under.acquirer.perform(request), answer)
        assert.strictEqual(under.fake.movementsOf(request.key), expected === "Approved" ? 1 : 0)
        yield* assertKnown(under, request, answer)
      }
    })
  )

  it.scoped("is declined without its customer where the issuer asks for one", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* start()
      const request = yield* tokenCharge(
        "payment",
        "authenticationRequired",
        { amount: 1000 },
        { initiatedBy: "merchant" }
      )
      assert.strictEqual(short(yield* acquirer.perform(request)), "Declined authentication-failed")
    })
  )

  it.scoped("reports the card, the network's id, and what the merchant may see", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* start()
      const details = { dynamicBillingDescriptor: "Books*" }
      const answer = yield* acquirer.perform(yield* tokenCharge("payment", "visa", { amount: 1000, details }))
      assert(answer._tag === "Approved")
      assert.deepStrictEqual(answer.card, { brand: "visa", last4: "4242", expMonth: 12, expYear: 2099 })
      assert.match(answer.networkTransactionId ?? "", /^nti/)
      assert.isUndefined(answer.token)
      const { authCode, billingDescriptor, cvcResult, refId } = answer.report
      assert.match(refId ?? "", /^pi_/)
      assert.match(authCode ?? "", /^\w{6}$/)
      assert.deepStrictEqual([billingDescriptor, cvcResult], ["FAKE* Books", "M"])
    })
  )

  it.scoped("that is put on file gets a customer, and is charged again without one who is present", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* start()
      const first = yield* acquirer.perform(
        yield* tokenCharge("payment", "visa", { amount: 1000 }, { onFile: "first" })
      )
      assert(first._tag === "Approved" && first.token?.customer !== undefined)
      const { customer, value } = first.token
      assert.match(customer, /^cus_/)
      const again = yield* tokenCharge("payment", "visa", { amount: 500 }, { onFile: "again", initiatedBy: "merchant" })
      const later = { ...again, source: "token" as const, token: { provider: "stripe", value, customer } }
      assert.strictEqual((yield* acquirer.perform(later))._tag, "Approved")
    })
  )

  it.scoped("that was used once, and is not on file, is refused", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start()
      const first = yield* tokenCharge("payment", "visa", { amount: 1000 })
      yield* acquirer.perform(first)
      const again = yield* tokenCharge("payment", "visa", { amount: 1000 })
      const used = { ...again, token: { provider: "stripe", value: Redacted.make("pm_fake000000001") } }
      assert.strictEqual(short(yield* acquirer.perform({ ...used, source: "token" })), "Declined not-allowed")
      assert.strictEqual(fake.movementsOf(again.key), 0)
    })
  )

  it.scoped("may be one of Stripe's legacy tokens", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* start()
      const request = yield* tokenCharge("payment", "visa", { amount: 1000 })
      const legacy = { provider: "stripe", value: Redacted.make("tok_visa") }
      assert.strictEqual((yield* acquirer.perform({ ...request, source: "token", token: legacy }))._tag, "Approved")
    })
  )
})

describe("A check without an amount", () => {
  it.scoped.each([
    ["visa", "Approved"],
    ["chargeDeclinedInsufficientFunds", "Declined funds"],
    ["authenticationRequired", "ActionNeeded"]
  ] as const)("of %s is %s, and moves nothing", ([name, expected]) =>
    Effect.gen(function* () {
      const under = yield* start()
      const request = yield* tokenCharge("tokenization", name, { amount: 0 })
      const answer = yield* under.acquirer.perform(request)
      assert.strictEqual(short(answer), expected)
      if (answer._tag === "Approved") assert.match(answer.token?.customer ?? "", /^cus_/)
      assert.lengthOf(under.fake.books(), 0)
      yield* assertKnown(under, request, answer)
    })
  )
})

describe("A charge of a card number", () => {
  it.scoped("is done once, however often it is sent", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start()
      const request = yield* charge("payment", visa, { amount: 1000 })
      const answer = yield* acquirer.perform(request)
      assert.strictEqual(answer._tag, "Approved")
      assert.deepStrictEqual(yield* acquirer.perform(request), answer)
      assert.strictEqual(fake.movementsOf(request.key), 1)
    })
  )

  it.scoped("with a wrong number is declined before there is a charge", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start()
      const request = yield* charge("payment", card("4242424242424241"), { amount: 1000 })
      assert.strictEqual(short(yield* acquirer.perform(request)), "Declined not-allowed")
      assert.strictEqual(fake.sendsOf(request.key), 0)
    })
  )

  it.scoped("is declined where the account may send none", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* start({}, { takesNumbers: false })
      const request = yield* charge("payment", visa, { amount: 1000 })
      assert.strictEqual(short(yield* acquirer.perform(request)), "Declined not-allowed")
    })
  )

  it.scoped("passes the proof of our own 3-D Secure, and asks the customer for nothing more", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* start()
      const request = yield* charge("payment", card(testCards.authenticationRequired!), { amount: 1000 })
      const proof = {
        transStatus: "Y",
        eci: "05",
        cavv: "A".repeat(28),
        cavvAlgorithm: null,
        xid: "ds-1",
        message: null
      }
      const authentication = { version: 2, proof } as typeof request.transaction.authentication
      const proved = { ...request, transaction: { ...request.transaction, ...{ authentication } } }
      assert.strictEqual((yield* acquirer.perform(request))._tag, "ActionNeeded")
      const again = { ...proved, key: `${request.key}:2` as typeof request.key }
      assert.strictEqual((yield* acquirer.perform(again as typeof request))._tag, "Approved")
    })
  )
})

describe("A key of another request", () => {
  it.scoped.each([
    ["amount", { amount: 999 }, "Declined duplicate-at-acquirer"],
    ["currency", { amount: 1000, currency: "USD" }, "Declined duplicate-at-acquirer"],
    ["description alone", { amount: 1000, description: "Another" }, "Approved"]
  ] as const)("of another %s does nothing", ([, { amount, ...more }, expected]) =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start()
      const first = yield* tokenCharge("payment", "visa", { amount: 1000 })
      yield* acquirer.perform(first)
      const { currency } = { currency: "EUR", ...more }
      const other = yield* tokenCharge("payment", "visa", { amount, currency, key: first.key })
      const description = "description" in more ? more.description : "An order"
      const transaction = { ...other.transaction, description }
      assert.strictEqual(short(yield* acquirer.perform({ ...other, transaction } as typeof other)), expected)
      assert.strictEqual(fake.movementsOf(first.key), 1)
    })
  )
})
