import { it } from "@effect/vitest"
import type { AcquirerAnswer, QueriedOperation } from "@florin/core/cards/Acquirer"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import * as TestServices from "effect/TestServices"
import { assert, describe } from "vitest"
import type * as AdyenFake from "../src/testing/AdyenFake.js"
import { type Charge, challenged, charge, last, open, quietly, untilOutcomes, word } from "./internal/shop.js"

const about = (request: Charge, returned?: Readonly<Record<string, string>>, reference?: string): QueriedOperation => ({
  kind: request.kind,
  amount: request.amount,
  currency: request.currency,
  sentAt: request.transaction.createdAt,
  ...(returned === undefined ? {} : { returned }),
  ...(reference === undefined ? {} : { reference })
})

const customer = (answer: AcquirerAnswer): AdyenFake.Customer => {
  if (answer._tag !== "ActionNeeded") throw new Error(`The customer is not needed: ${answer._tag}`)
  const { action } = answer
  return action._tag === "Form" ? { url: action.url, fields: action.fields } : { url: action.url }
}

const manners = [
  ["redirect", "Redirect"],
  ["native", "Form"]
] as const

describe("D57 3-D Secure at Adyen", () => {
  for (const [threeDSecure, tag] of manners) {
    it.live.each([
      ["confirm", "Approved", 1],
      ["refuse", "Declined authentication-failed", 0]
    ] as const)(`${threeDSecure}: the customer decides to %s: %s`, ([decision, expected, movements]) =>
      Effect.gen(function* () {
        const shop = yield* open({}, { threeDSecure })
        const request = yield* charge("payment", challenged)
        const answer = yield* shop.acquirer.perform(request)
        assert.strictEqual(answer._tag === "ActionNeeded" ? answer.action._tag : answer._tag, tag)
        assert.strictEqual((yield* shop.fake.movements()).length, 0)
        const returned = yield* shop.fake.customer(customer(answer), decision)
        const status = yield* shop.acquirer.status(request.key, about(request, returned))
        assert.strictEqual(word(status), expected)
        // Asked again, for instance because the page was opened again.
        assert.strictEqual(word(yield* shop.acquirer.status(request.key, about(request, returned))), expected)
        assert.strictEqual((yield* shop.fake.movements()).length, movements)
        yield* untilOutcomes(shop, 1)
        assert.deepStrictEqual([last(shop).key, word(last(shop).status)], [request.key, expected])
      }).pipe(Effect.scoped)
    )
  }

  it.live("takes another payment's return for nothing, and leaves both as they were", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* open()
      const cheap = yield* charge("payment", challenged, { amount: 1 })
      const dear = yield* charge("payment", challenged, { amount: 100_000 })
      const [paid] = [yield* acquirer.perform(cheap), yield* acquirer.perform(dear)]
      const returned = yield* fake.customer(customer(paid), "confirm")
      assert.strictEqual(word(yield* acquirer.status(dear.key, about(dear, returned))), "Unknown")
      assert.strictEqual(word(yield* acquirer.status(cheap.key, about(cheap, returned))), "Approved")
      assert.deepStrictEqual(
        (yield* fake.movements()).map(({ key }) => key),
        [cheap.key]
      )
    }).pipe(Effect.scoped, quietly)
  )

  it.live.each([
    ["nothing", {}],
    ["nothing of Adyen's", { status: "successful", uid: "1" }],
    ["an empty result", { redirectResult: "" }],
    ["a forged result", { redirectResult: "eyJ0cmFuc1N0YXR1cyI6IlkifQ==" }],
    ["a forged answer of the issuer", { cres: "eyJ0cmFuc1N0YXR1cyI6IlkifQ", threeDSSessionData: "Zm9yZ2Vk" }],
    ["what is no answer of an issuer", { cres: "{", threeDSSessionData: "" }]
  ])("believes nothing when the browser brings %s", ([, returned]) =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* open()
      const request = yield* charge("payment", challenged)
      const answer = yield* acquirer.perform(request)
      assert.strictEqual(word(yield* acquirer.status(request.key, about(request, returned as {}))), "Unknown")
      const genuine = yield* fake.customer(customer(answer), "confirm")
      assert.strictEqual(word(yield* acquirer.status(request.key, about(request, genuine))), "Approved")
    }).pipe(Effect.scoped, quietly)
  )

  it.live("believes the issuer, not what the browser says of it", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* open({}, { threeDSecure: "native" })
      const request = yield* charge("payment", challenged)
      const returned = yield* fake.customer(customer(yield* acquirer.perform(request)), "refuse")
      const cres = Buffer.from(JSON.stringify({ transStatus: "Y" })).toString("base64url")
      const status = yield* acquirer.status(request.key, about(request, { ...returned, cres }))
      assert.strictEqual(word(status), "Declined authentication-failed")
    }).pipe(Effect.scoped)
  )

  it.live("asks no customer who is not there", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* open()
      const request = yield* charge("payment", challenged)
      const answer = yield* acquirer.perform({ ...request, initiatedBy: "merchant", onFile: "again" })
      assert.strictEqual(word(answer), "Approved")
    }).pipe(Effect.scoped)
  )

  it.effect("is told when nobody came back, and then nothing can come any more", () =>
    Effect.gen(function* () {
      const shop = yield* open()
      const request = yield* charge("payment", challenged)
      const answer = yield* shop.acquirer.perform(request)
      const returned = yield* shop.fake.customer(customer(answer), "confirm")
      yield* TestClock.adjust("12 hours")
      yield* TestServices.provideLive(untilOutcomes(shop, 1))
      assert.deepStrictEqual([last(shop).key, word(last(shop).status)], [request.key, "Declined authentication-failed"])
      assert.strictEqual(word(yield* shop.acquirer.status(request.key, about(request, returned))), "Unknown")
      assert.strictEqual((yield* shop.fake.movements()).length, 0)
    }).pipe(Effect.scoped, quietly)
  )
})
