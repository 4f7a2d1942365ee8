import { assert, describe, it } from "@effect/vitest"
import type { TransferRequest } from "@florin/core/transfers/TransferProvider"
import { payment, payout, refund } from "@florin/testing/transfers/TransferRequests"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as Ledger from "../src/Ledger.js"
import { SandboxBank } from "../src/SandboxBank.js"
import { banks } from "../src/SandboxBanks.js"
import { type Kind, type TransferBehaviour, transferTriggers } from "../src/TransferTriggers.js"
import { Live, recipient, saying } from "./banking.js"

const kinds: ReadonlyArray<Kind> = ["Payment", "Refund", "Payout"]

/** A request of an amount that can be carried out. A refund's payment is paid before. */
const requestOf = (kind: Kind, amount: number): Effect.Effect<TransferRequest, never, SandboxBank> => {
  switch (kind) {
    case "Payment":
      return payment("sbp", { amount })
    case "Refund":
      return Effect.gen(function* () {
        const { pay, provider } = yield* SandboxBank
        const order = yield* payment("sbp", { amount: 1_000_000 })
        yield* provider.perform(order)
        yield* Effect.orDie(pay(order.key, {}))
        return yield* refund(order.key, { amount })
      })
    case "Payout":
      return payout(recipient, { amount })
  }
}

/** The first answer, how it stands then, the second answer, and how much has moved. */
const seen = Effect.fnUntraced(function* (request: TransferRequest) {
  const { provider } = yield* SandboxBank
  const fiber = yield* Effect.fork(provider.perform(request))
  yield* TestClock.adjust("2 seconds")
  const first = yield* Fiber.join(fiber)
  const status = yield* provider.status(request.key)
  const second = yield* provider.perform(request)
  const { movements } = yield* Ledger.Ledger
  const moved = (yield* Effect.orDie(movements)).filter(({ reference }) => reference === request.key).length
  const tags = [first, status, second].map((reply) => (reply._tag === "Rejected" ? reply.reason : reply._tag))
  return [...tags, moved]
})

const expected = (behaviour: TransferBehaviour): ReadonlyArray<string | number> => {
  switch (behaviour._tag) {
    case "Reject":
      return [behaviour.reason, behaviour.reason, behaviour.reason, 0]
    case "Lose":
      return ["NoAnswer", "NotFound", "Waiting", 0]
    case "AcceptLate":
      return ["NoAnswer", "Waiting", "Waiting", 0]
    case "Settle":
      return ["Paid", "Paid", "Paid", 1]
    case "Accept":
    case "AcceptSlowly":
      return ["Waiting", "Waiting", "Waiting", 0]
  }
}

const accepted = ["Waiting", "Waiting", "Waiting", 0]

const cases = transferTriggers.flatMap((trigger) => kinds.map((kind) => ({ ...trigger, kind })))

// D37, D40.
describe("A test trigger of transfers", () => {
  it.effect.each(cases)("the word $word works on a $kind, if it is for one", ({ behaviour, kind, on, word }) =>
    Effect.gen(function* () {
      const request = yield* requestOf(kind, 500_000)
      const outcome = on.includes(kind) ? expected(behaviour) : accepted
      assert.deepStrictEqual(yield* seen(saying(word)(request)), outcome)
      const again = yield* requestOf(kind, 500_000)
      assert.deepStrictEqual(yield* seen(saying(` ${word}\t`)(again)), outcome)
    }).pipe(Effect.provide(Live))
  )

  it.effect.each(cases)("the digits $digits work on a $kind, if it is for one", ({ behaviour, digits, kind, on }) =>
    Effect.gen(function* () {
      const outcome = on.includes(kind) ? expected(behaviour) : accepted
      for (const amount of [Number(digits), 500_000 + Number(digits)]) {
        assert.deepStrictEqual(yield* seen(yield* requestOf(kind, amount)), outcome)
      }
      const beside = 500_000 + Number(digits) + 10
      assert.deepStrictEqual(yield* seen(yield* requestOf(kind, beside)), accepted)
    }).pipe(Effect.provide(Live))
  )

  it.effect.each(["Decline", "declined", "DECLINED", "PAY LATE", "TIMEOUT!", "Ёлка", ""])("%j is none", (word) =>
    Effect.gen(function* () {
      for (const kind of kinds) {
        const request = yield* requestOf(kind, 500_000)
        assert.deepStrictEqual(yield* seen(saying(word)(request)), accepted)
      }
    }).pipe(Effect.provide(Live))
  )

  it.effect("is the word, where there is a word and an amount", () =>
    Effect.gen(function* () {
      const request = yield* requestOf("Refund", 500_208)
      assert.deepStrictEqual(yield* seen(saying("FUNDS")(request)), [
        "account-funds",
        "account-funds",
        "account-funds",
        0
      ])
    }).pipe(Effect.provide(Live))
  )

  // D29, D31: a whole number of roubles ends in none of them.
  it("is none by the amount of a payout, and none by whole roubles", () => {
    assert.deepStrictEqual(
      transferTriggers.filter(({ digits }) => digits.endsWith("00")).map(({ word }) => word),
      []
    )
  })

  it.effect("SLOW is done at once and answered after 2 s", () =>
    Effect.gen(function* () {
      const { provider } = yield* SandboxBank
      const request = saying("SLOW")(yield* requestOf("Payout", 500_000))
      const fiber = yield* Effect.fork(provider.perform(request))
      yield* TestClock.adjust("1999 millis")
      assert.isTrue(Option.isNone(yield* Fiber.poll(fiber)))
      assert.strictEqual((yield* provider.status(request.key))._tag, "Waiting")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "Waiting")
    }).pipe(Effect.provide(Live))
  )
})

// D31.
describe("The banks that the simulated bank pays out to", () => {
  it.effect.each([
    ...banks.map(({ code }) => [code, "Waiting"] as const),
    ["100000000002", "Rejected"],
    ["", "Rejected"]
  ])("D31: a payout to %j is %s", ([bankCode, outcome]) =>
    Effect.gen(function* () {
      const { provider } = yield* SandboxBank
      const request = yield* payout({ ...recipient, bankCode: bankCode! }, { amount: 500_000 })
      assert.strictEqual(provider.knowsBank!(bankCode!), outcome === "Waiting")
      assert.strictEqual((yield* provider.perform(request))._tag, outcome)
    }).pipe(Effect.provide(Live))
  )
})
