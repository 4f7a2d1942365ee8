import { assert, describe, it } from "@effect/vitest"
import { AcquirerKey } from "@florin/core/ids/Ids"
import { serve } from "@florin/testing/parties/Loopback"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import * as Checkout from "../src/Checkout.js"
import { card, charged, opened, quietly, requested, word } from "./internal/opened.js"
import { pending } from "./internal/published.js"

const begun = Effect.fnUntraced(function* (holder?: string) {
  const both = yield* opened({ threeDSecure: true })
  const request = yield* charged("payment", { amount: 1000 }, card(holder))
  const answer = yield* both.acquirer.perform(request)
  if (answer._tag !== "ActionNeeded" || answer.action._tag !== "Redirect") return assert.fail(answer._tag)
  return { ...both, request, answer, url: answer.action.url }
})

const visit = (url: string, answer?: "confirm" | "refuse") =>
  Effect.promise(() =>
    fetch(url, {
      redirect: "manual",
      ...(answer === undefined ? {} : { method: "POST", body: new URLSearchParams({ answer }) })
    })
  )

describe("3-D Secure at the vendor", () => {
  it.scopedLive.each([
    ["confirm", "Jane Doe", "Approved"],
    ["refuse", "Jane Doe", "Declined authentication-failed"],
    ["confirm", "FUNDS", "Declined funds"]
  ] as const)("sends the customer there and back: %s by %s is %s", ([choice, holder, expected]) =>
    Effect.gen(function* () {
      const { acquirer, answer, fake, request, url } = yield* begun(holder)
      assert.deepStrictEqual({ ...(yield* requested(acquirer, request, answer)) }, { ...answer } as object)
      assert.include(yield* Effect.promise(() => fetch(url).then((page) => page.text())), "Confirm the payment")
      const back = yield* visit(url, choice)
      assert.strictEqual(back.status, 303)
      const location = new URL(back.headers.get("location") ?? "")
      assert.strictEqual(`${location.origin}${location.pathname}`, request.returnUrl)
      assert.match(location.searchParams.get("cko-session-id") ?? "", /^sid_/)
      assert.strictEqual(word(yield* requested(acquirer, request, answer)), expected)
      assert.strictEqual(yield* fake.movementsOf(request.key), expected === "Approved" ? 1 : 0)
      assert.strictEqual((yield* visit(url, choice)).status, 404)
    })
  )

  it.scopedLive("counts what the vendor says, whatever the browser brings back", () =>
    Effect.gen(function* () {
      const { acquirer, answer, request } = yield* begun()
      const about = {
        kind: "payment",
        reference: answer.reference,
        returned: { "cko-session-id": "sid_forged" }
      } as const
      const { amount, currency } = request
      const status = yield* acquirer.status(request.key, {
        ...about,
        amount,
        currency,
        sentAt: request.transaction.createdAt
      })
      assert.strictEqual(status._tag, "ActionNeeded")
    })
  )

  it.scoped("ends after 15 minutes of the clock in use", () =>
    Effect.gen(function* () {
      const { acquirer, answer, request } = yield* begun()
      yield* TestClock.adjust("899999 millis")
      assert.strictEqual(word(yield* requested(acquirer, request, answer)), "ActionNeeded")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(word(yield* requested(acquirer, request, answer)), "Declined order-expired")
    })
  )

  it.scopedLive("is left out for a card that is not enrolled, and refuses it where it is forced", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* opened({ threeDSecure: true })
      const diners = card("Jane Doe", { number: Redacted.make("30123456789019") })
      assert.strictEqual(word(yield* acquirer.perform(yield* charged("payment", { amount: 1000 }, diners))), "Approved")
      const forced = { amount: 1000, details: { forceThreeDSecureVerification: true } }
      assert.strictEqual(
        word(yield* acquirer.perform(yield* charged("payment", forced, diners))),
        "Declined not-enrolled"
      )
    }).pipe(quietly)
  )

  it.scopedLive("is not asked of a customer who is absent", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* opened({ threeDSecure: true })
      const change = { onFile: "again", initiatedBy: "merchant", networkTransactionId: "638284745624527" } as const
      assert.strictEqual(
        (yield* acquirer.perform(yield* charged("payment", { amount: 1000 }, card(), change)))._tag,
        "Approved"
      )
    })
  )

  it.scopedLive("that the vendor wants of an absent customer leaves the charge pending", () =>
    Effect.gen(function* () {
      const vendor = yield* serve(() => Effect.succeed({ status: 202, body: pending }))
      const acquirer = yield* Checkout.make({ apiKey: "sk_sbox_1", baseUrl: vendor.url })
      const request = yield* charged("payment", { amount: 1000 }, card(), { initiatedBy: "merchant" })
      const answer = yield* acquirer.perform({ ...request, key: AcquirerKey.make(pending.reference) })
      assert.deepStrictEqual({ ...answer } as object, { _tag: "Accepted", reference: pending.id })
    })
  )
})

describe("A token", () => {
  it.scopedLive("of the fields is charged once, and the instrument that it became again", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened()
      const token = { provider: "checkout", value: Redacted.make(yield* fake.token({ number: "4242424242424242" })) }
      const change = { source: "token", token, onFile: "first" } as object
      const first = yield* acquirer.perform(yield* charged("payment", { amount: 1000 }, card(), change))
      if (first._tag !== "Approved" || first.token === undefined) return assert.fail(first._tag)
      assert.deepInclude(first.card, { last4: "4242", brand: "visa" })
      const used = yield* acquirer.perform(yield* charged("payment", { amount: 1000 }, card(), change))
      assert.strictEqual(word(used), "Declined not-allowed")
      const again = { source: "token", token: first.token, onFile: "again", initiatedBy: "merchant" } as object
      const later = yield* acquirer.perform(yield* charged("payment", { amount: 500 }, card(), again))
      assert.strictEqual(word(later), "Approved")
    })
  )

  it.scoped("of the fields is worth nothing after 15 minutes", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened()
      const token = { provider: "checkout", value: Redacted.make(yield* fake.token({ number: "4242424242424242" })) }
      yield* TestClock.adjust("15 minutes")
      const request = yield* charged("payment", { amount: 1000 }, card(), { source: "token", token } as object)
      assert.strictEqual(word(yield* acquirer.perform(request)), "Declined not-allowed")
    })
  )
})

describe("A check of a card", () => {
  it.scopedLive("moves nothing and gives the token and the network's id for later", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened()
      const request = yield* charged("tokenization", { amount: 1000 })
      const answer = yield* acquirer.perform(request)
      if (answer._tag !== "Approved") return assert.fail(answer._tag)
      assert.match(answer.networkTransactionId ?? "", /^\d+$/)
      assert.isDefined(answer.token)
      assert.isEmpty(yield* fake.movements)
      assert.deepStrictEqual({ ...(yield* requested(acquirer, request, answer)) }, { ...answer } as object)
    })
  )
})
