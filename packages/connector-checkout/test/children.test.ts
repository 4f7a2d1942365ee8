import { assert, describe, it } from "@effect/vitest"
import { serve } from "@florin/testing/parties/Loopback"
import * as Effect from "effect/Effect"
import * as Checkout from "../src/Checkout.js"
import { charged, following, opened, quietly, requested, settled, word } from "./internal/opened.js"

type Step = readonly [kind: "Capture" | "Void" | "Refund", amount: number, expected: string]

const done = "Approved"
const refused = "Declined not-allowed"

const cases: ReadonlyArray<readonly [name: string, kind: "authorization" | "payment", steps: ReadonlyArray<Step>]> = [
  [
    "all of a hold",
    "authorization",
    [
      ["Capture", 1000, done],
      ["Capture", 1, refused]
    ]
  ],
  [
    "one more than is held",
    "authorization",
    [
      ["Capture", 1001, refused],
      ["Capture", 1000, done]
    ]
  ],
  [
    "a hold in parts",
    "authorization",
    [
      ["Capture", 300, done],
      ["Capture", 701, refused],
      ["Capture", 700, done]
    ]
  ],
  [
    "the rest of a hold",
    "authorization",
    [
      ["Capture", 300, done],
      ["Void", 700, done],
      ["Capture", 1, refused]
    ]
  ],
  [
    "a part of a hold",
    "authorization",
    [
      ["Void", 999, refused],
      ["Void", 1000, done]
    ]
  ],
  ["a refund of a hold", "authorization", [["Refund", 1, refused]]],
  [
    "refunds in parts",
    "payment",
    [
      ["Refund", 400, done],
      ["Refund", 601, refused],
      ["Refund", 600, done],
      ["Refund", 1, refused]
    ]
  ],
  [
    "the reversal of a payment",
    "payment",
    [
      ["Void", 1000, done],
      ["Refund", 1, refused]
    ]
  ],
  [
    "the reversal of a refunded payment",
    "payment",
    [
      ["Refund", 1, done],
      ["Void", 1000, refused]
    ]
  ],
  ["a capture of a payment", "payment", [["Capture", 1, refused]]]
]

describe("What follows a charge", () => {
  it.scopedLive.each(cases)("keeps its limits: %s", ([, kind, steps]) =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened()
      const parent = yield* charged(kind)
      const answer = yield* acquirer.perform(parent)
      for (const [step, amount, expected] of steps) {
        const request = yield* following(step, parent, answer, amount)
        assert.strictEqual(word(yield* settled(acquirer, request)), expected, `${step} of ${amount}`)
        assert.strictEqual(yield* fake.movementsOf(request.key), expected === done ? 1 : 0)
      }
    }).pipe(quietly)
  )

  it.scopedLive(
    "D57: is accepted first, under a reference that names payment and action, and decided when it is asked for",
    () =>
      Effect.gen(function* () {
        const { acquirer, fake } = yield* opened()
        const parent = yield* charged("authorization")
        const approval = yield* acquirer.perform(parent)
        yield* fake.hold()
        const request = yield* following("Capture", parent, approval, 600)
        const answer = yield* acquirer.perform(request)
        assert.strictEqual(answer._tag, "Accepted")
        assert.match(answer._tag === "Accepted" ? answer.reference : "", /^pay_\w+\/act_\w+$/)
        assert.deepStrictEqual({ ...(yield* requested(acquirer, request, answer)) }, { ...answer } as object)
        assert.strictEqual(yield* fake.movementsOf(request.key), 0)
        yield* fake.release
        assert.strictEqual((yield* requested(acquirer, request, answer))._tag, "Approved")
        assert.strictEqual(yield* fake.movementsOf(request.key), 1)
      })
  )

  it.scopedLive("is sent once, and found when it is sent again after its key was forgotten", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened({ fake: { keyLife: 0 } })
      const parent = yield* charged("payment")
      const approval = yield* acquirer.perform(parent)
      const refund = yield* following("Refund", parent, approval, 400)
      const first = yield* settled(acquirer, refund)
      assert.deepStrictEqual(yield* settled(acquirer, refund), first)
      assert.strictEqual(yield* fake.sends(refund.key), 1)
      assert.strictEqual(yield* fake.movementsOf(refund.key), 1)
    })
  )

  it.scopedLive("is refused under the key of another amount", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened()
      const parent = yield* charged("payment")
      const approval = yield* acquirer.perform(parent)
      const refund = yield* following("Refund", parent, approval, 400)
      yield* settled(acquirer, refund)
      const other = yield* following("Refund", parent, approval, 300, refund.key)
      assert.strictEqual(word(yield* settled(acquirer, other)), "Declined duplicate-at-acquirer")
      assert.strictEqual(yield* fake.movementsOf(refund.key), 1)
    })
  )

  it.scopedLive("finds its parent by its key, where no reference was reported", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* opened()
      const parent = yield* charged("authorization")
      const approval = yield* acquirer.perform(parent)
      const capture = { ...(yield* following("Capture", parent, approval, 1000)), parentReference: null }
      assert.strictEqual((yield* acquirer.perform(capture))._tag, "Accepted")
    })
  )

  it.scopedLive("is not sent where the parent is unknown", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened()
      const parent = yield* charged("authorization")
      const capture = { ...(yield* following("Capture", parent, { _tag: "NoAnswer" }, 1000)), parentReference: null }
      assert.strictEqual((yield* acquirer.perform(capture))._tag, "NotSent")
      assert.strictEqual(yield* fake.sends(capture.key), 0)
    }).pipe(quietly)
  )

  it.scopedLive("refunds a capture of the same payment by the capture's reference", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* opened()
      const parent = yield* charged("authorization")
      const approval = yield* acquirer.perform(parent)
      const capture = yield* following("Capture", parent, approval, 600)
      const taken = yield* acquirer.perform(capture)
      const tooMuch = yield* following("Refund", capture, taken, 601)
      assert.strictEqual(word(yield* settled(acquirer, tooMuch)), refused)
      assert.strictEqual(word(yield* settled(acquirer, yield* following("Refund", capture, taken, 600))), done)
    }).pipe(quietly)
  )

  it.scopedLive("says nothing of a refund before the payment is captured", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened()
      yield* fake.hold("all")
      const parent = yield* charged("payment")
      const approval = yield* acquirer.perform(parent)
      assert.strictEqual(approval._tag, "Approved")
      const refund = yield* following("Refund", parent, approval, 1000)
      assert.strictEqual((yield* acquirer.perform(refund))._tag, "NoAnswer")
      assert.strictEqual((yield* requested(acquirer, refund, { _tag: "NoAnswer" }))._tag, "NotFound")
      yield* fake.release
      assert.strictEqual(word(yield* settled(acquirer, refund)), done)
    }).pipe(quietly)
  )

  it.scopedLive("reverses a payment that is about to be captured once it can, and not before", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened()
      yield* fake.hold("all")
      const parent = yield* charged("payment")
      const approval = yield* acquirer.perform(parent)
      const reversal = yield* following("Void", parent, approval, 1000)
      assert.strictEqual((yield* acquirer.perform(reversal))._tag, "NotSent")
      yield* fake.release
      assert.strictEqual(word(yield* settled(acquirer, reversal)), done)
    }).pipe(quietly)
  )

  it.scopedLive.each([
    ["authorization", "Authorized", {}, "NotSent", undefined],
    ["payment", "Pending", {}, "Declined", undefined],
    ["authorization", "Authorized", { available_to_void: 1000 }, "Accepted", "voids"],
    ["payment", "Authorized", { available_to_refund: 1000 }, "Accepted", "refunds"],
    ["payment", "Authorized", { available_to_refund: 0, available_to_void: 1000 }, "Accepted", "voids"]
  ] as const)("voids a %s, %s, of which %j is left: %s", ([kind, status, balances, expected, route]) =>
    Effect.gen(function* () {
      const routes: Array<string | undefined> = []
      const payment = { id: "pay_1", status, approved: true, amount: 1000, currency: "EUR", balances }
      const vendor = yield* serve(({ method, path }) =>
        Effect.sync(() => {
          if (method === "GET") return { status: 200, body: path.endsWith("/actions") ? [] : payment }
          routes.push(path.split("/").at(-1))
          return { status: 202, body: { action_id: "act_1" } }
        })
      )
      const acquirer = yield* Checkout.make({ apiKey: "sk_sbox_1", baseUrl: vendor.url })
      const parent = yield* charged(kind)
      const request = yield* following("Void", parent, { _tag: "Accepted", reference: "pay_1" }, 1000)
      assert.strictEqual((yield* acquirer.perform(request))._tag, expected)
      assert.deepStrictEqual(routes, route === undefined ? [] : [route])
    }).pipe(quietly)
  )
})
