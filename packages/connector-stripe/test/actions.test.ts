import { assert, describe, it } from "@effect/vitest"
import { aboutOf } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import { following, quietly, referenceOf, start, tokenCharge } from "./internal/underTest.js"

const waiting = Effect.fnUntraced(function* (kind: "authorization" | "payment" | "tokenization", name: string) {
  const under = yield* start()
  const request = yield* tokenCharge(kind, name, { amount: kind === "tokenization" ? 0 : 1000 })
  const answer = yield* under.acquirer.perform(request)
  assert(answer._tag === "ActionNeeded" && answer.action._tag === "Redirect")
  const about = yield* aboutOf(request, { reference: answer.reference })
  return { ...under, request, answer, url: answer.action.url, status: under.acquirer.status(request.key, about) }
})

describe("A customer who is asked to confirm", () => {
  it.scoped.each([
    ["authorization", "authenticationRequired", true, "Approved"],
    ["payment", "authenticationRequired", true, "Approved"],
    ["payment", "authenticationRequired", false, "Declined authentication-failed"],
    ["payment", "authenticationRequiredChargeDeclinedInsufficientFunds", true, "Declined funds"],
    ["tokenization", "authenticationRequired", true, "Approved"],
    ["tokenization", "authenticationRequired", false, "Declined authentication-failed"]
  ] as const)("for a %s of %s, and does it: %s, makes it %s", ([kind, name, isConfirmed, expected]) =>
    Effect.gen(function* () {
      const { answer, fake, request, status } = yield* waiting(kind, name)
      assert.strictEqual((yield* status)._tag, "ActionNeeded")
      assert.strictEqual(fake.movementsOf(request.key), 0)
      yield* fake.conclude(answer.reference, isConfirmed)
      const after = yield* status
      assert.strictEqual(after._tag === "Declined" ? `Declined ${after.reason}` : after._tag, expected)
      assert.strictEqual(fake.movementsOf(request.key), expected === "Approved" && kind !== "tokenization" ? 1 : 0)
    })
  )

  it.scoped("sees a page of the fake, and comes back to our address with words that decide nothing", () =>
    Effect.gen(function* () {
      const { request, url } = yield* waiting("payment", "authenticationRequired")
      const page = yield* Effect.promise(() => fetch(url).then((response) => response.text()))
      assert.include(page, "1000 EUR")
      const body = new URLSearchParams({ outcome: "complete" })
      const back = yield* Effect.promise(() => fetch(url, { method: "POST", body, redirect: "manual" }))
      assert.strictEqual(back.status, 303)
      const location = new URL(back.headers.get("location") ?? "")
      assert.isTrue(location.href.startsWith(request.returnUrl))
      assert.strictEqual(location.searchParams.get("redirect_status"), "succeeded")
      const gone = yield* Effect.promise(() => fetch(url).then((response) => response.text()))
      assert.include(gone, "nothing to confirm")
    })
  )

  it.scoped("and who stays away, can be waited for no longer: the charge is taken back before it comes", () =>
    Effect.gen(function* () {
      const { acquirer, answer, fake, request, status } = yield* waiting("payment", "authenticationRequired")
      const parent = { key: request.key, reference: answer.reference, kind: "payment" } as const
      assert.strictEqual((yield* acquirer.perform(yield* following("Void", parent, { amount: 1000 })))._tag, "Approved")
      yield* fake.conclude(answer.reference, true)
      const after = yield* status
      assert.deepInclude(after, { _tag: "Declined", reason: "order-expired" })
      assert.strictEqual(fake.movementsOf(request.key), 0)
    })
  )
})

describe("A charge that Stripe has accepted", () => {
  it.scoped.each(["succeeded", "declined"] as const)("is %s in the end, by question and by webhook", (outcome) =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start()
      const request = yield* tokenCharge("payment", "florinProcessing", { amount: 1000 })
      const answer = yield* acquirer.perform(request)
      assert.strictEqual(answer._tag, "Accepted")
      const about = yield* aboutOf(request, { reference: referenceOf(answer) })
      assert.strictEqual((yield* acquirer.status(request.key, about))._tag, "Accepted")
      yield* fake.decide(referenceOf(answer), outcome)
      const expected = outcome === "succeeded" ? "Approved" : "Declined"
      assert.strictEqual((yield* acquirer.status(request.key, about))._tag, expected)
    })
  )
})

describe("A refund", () => {
  it.scoped.each([
    ["pendingRefund", "Accepted", "succeeded", "Approved", 1],
    ["pendingRefund", "Accepted", "failed", "Declined", 0],
    ["refundFail", "Approved", "failed", "Declined", 0]
  ] as const)("of %s is %s, then %s: %s", ([name, first, outcome, last, moved]) =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start()
      const charge = yield* tokenCharge("payment", name, { amount: 1000 })
      const reference = referenceOf(yield* acquirer.perform(charge))
      const refund = yield* following("Refund", { key: charge.key, reference, kind: "payment" }, { amount: 400 })
      const answer = yield* acquirer.perform(refund)
      assert.strictEqual(answer._tag, first)
      yield* fake.settleRefund(referenceOf(answer), outcome)
      assert.strictEqual((yield* quietly(acquirer.status(refund.key, yield* aboutOf(refund))))._tag, last)
      assert.strictEqual(fake.movementsOf(refund.key), moved)
    })
  )
})
