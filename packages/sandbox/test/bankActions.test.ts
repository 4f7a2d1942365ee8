import { assert, describe, it } from "@effect/vitest"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { TransferRequest } from "@florin/core/transfers/TransferProvider"
import { newKey } from "@florin/testing/acquirers/AcquirerRequests"
import { payment, payout, refund } from "@florin/testing/transfers/TransferRequests"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import * as Ledger from "../src/Ledger.js"
import { SandboxBank } from "../src/SandboxBank.js"
import { Live, recipient, saying } from "./banking.js"

const noon = Date.parse("2035-03-01T12:00:00Z")
const dated = (millis: number) => DateTime.unsafeMake(noon + millis)

/** As in `Paid 1000 @0`: the standing, its amount, and when it was paid in milliseconds after noon. */
const shown = (reply: { readonly _tag: string }): string => {
  const { amount, paidAt, reason, report } = reply as Partial<{
    amount: number
    paidAt: DateTime.Utc
    reason: string
    report: { message: string | null }
  }> & { readonly _tag: string }
  const at = paidAt === undefined ? undefined : `@${paidAt.epochMillis - noon}`
  const parts = [reply._tag, amount, at, reason, report?.message ?? undefined]
  return parts.filter((part) => part !== undefined).join(" ")
}

const perform = (request: TransferRequest) =>
  Effect.flatMap(SandboxBank, ({ provider }) => Effect.map(provider.perform(request), shown))

const status = (key: AcquirerKey) =>
  Effect.flatMap(SandboxBank, ({ provider }) => Effect.map(provider.status(key), shown))

/** What is reported of it, or why it is refused. */
const outcome = <E extends Error>(act: Effect.Effect<{ readonly _tag: string }, E>) =>
  Effect.match(act, { onSuccess: shown, onFailure: ({ message }) => message })

const movements = Effect.map(
  Effect.flatMap(Ledger.Ledger, ({ movements }) => movements),
  (all) => all.map(({ amount, at, kind }) => `${kind} ${amount} @${at.epochMillis - noon}`)
)

const amount = (amount: number) => ({ amount: amount as Amount })

const opened = Effect.gen(function* () {
  yield* TestClock.setTime(noon)
  const request = yield* payment("sbp_data", { amount: 100_000 })
  yield* perform(request)
  return request.key
})

const paidOut = (word = "An order") =>
  Effect.gen(function* () {
    yield* TestClock.setTime(noon)
    const request = saying(word)(yield* payout(recipient, { amount: 500_000 }))
    yield* perform(request)
    return request.key
  })

describe("A customer of the simulated bank", () => {
  // D28, D38.
  it.effect("D38: pays the order's amount now", () =>
    Effect.gen(function* () {
      const key = yield* opened
      const { pay } = yield* SandboxBank
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* outcome(pay(key, {})), "Paid 100000 @60000")
      assert.strictEqual(yield* status(key), "Paid 100000 @60000")
      assert.deepStrictEqual(yield* movements, ["transfer 100000 @60000"])
    }).pipe(Effect.provide(Live))
  )

  it.effect("D38: pays another amount at another date", () =>
    Effect.gen(function* () {
      const key = yield* opened
      const { pay } = yield* SandboxBank
      const paid = pay(key, { ...amount(90_000), paidAt: dated(900_001) })
      assert.strictEqual(yield* outcome(paid), "Paid 90000 @900001")
      assert.strictEqual(yield* status(key), "Paid 90000 @900001")
    }).pipe(Effect.provide(Live))
  )

  it.effect("D28: pays twice: both are booked and reported, and the first one stands", () =>
    Effect.gen(function* () {
      const key = yield* opened
      const { pay } = yield* SandboxBank
      assert.strictEqual(yield* outcome(pay(key, { paidAt: dated(5) })), "Paid 100000 @5")
      assert.strictEqual(yield* outcome(pay(key, { ...amount(7_000), paidAt: dated(1) })), "Paid 7000 @1")
      assert.strictEqual(yield* status(key), "Paid 100000 @5")
      assert.deepStrictEqual(yield* movements, ["transfer 100000 @5", "transfer 7000 @1"])
      const { provider } = yield* SandboxBank
      const listed = yield* provider.movements!({ from: dated(0), to: dated(10) })
      assert.deepStrictEqual(
        listed.map(({ amount }) => amount as number),
        [7_000, 100_000]
      )
      // What was paid first limits its refunds.
      assert.strictEqual(yield* perform(yield* refund(key, { amount: 100_000 })), "Waiting")
      assert.match(yield* perform(yield* refund(key, { amount: 1_000 })), /more than is left of the payment/)
    }).pipe(Effect.provide(Live))
  )

  it.effect(
    "D28: pays the same twice at the same time: an id tells the payments apart, and a repeated answer doesn't",
    () =>
      Effect.gen(function* () {
        const key = yield* opened
        const { pay, provider } = yield* SandboxBank
        const ids = yield* Effect.replicateEffect(pay(key, {}), 3)
        const refIds = ids.map(({ report }) => report.refId ?? "")
        assert.strictEqual(new Set(refIds).size, 3)
        for (const refId of refIds) assert.match(refId, /^A[0-9A-Z]{31}$/)
        const status = yield* provider.status(key)
        assert.strictEqual(status._tag === "Paid" && status.report.refId, refIds[0])
      }).pipe(Effect.provide(Live))
  )

  it.effect("pays neither what the bank has refused, nor what it doesn't know or has lost, nor a payout", () =>
    Effect.gen(function* () {
      const { pay, provider } = yield* SandboxBank
      const refused = saying("DECLINE")(yield* payment("sbp", { amount: 100_000 }))
      const lost = saying("TIMEOUT")(yield* payment("sbp", { amount: 100_000 }))
      yield* Effect.forEach([refused, lost], provider.perform)
      assert.strictEqual(yield* outcome(pay(refused.key, {})), "The bank has refused this payment")
      for (const key of [lost.key, yield* newKey, yield* paidOut()]) {
        assert.strictEqual(yield* outcome(pay(key, {})), "The bank doesn't know this transfer")
      }
      assert.deepStrictEqual(yield* movements, [])
    }).pipe(Effect.provide(Live))
  )
})

describe("A bank that receives a payout or a refund", () => {
  // D31, D38.
  it.effect("D38: completes it with the amount that was asked for, or with its own", () =>
    Effect.gen(function* () {
      const { complete } = yield* SandboxBank
      const [one, other] = [yield* paidOut(), yield* paidOut()]
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* outcome(complete(one, {})), "Paid 500000 @3600000")
      assert.strictEqual(
        yield* outcome(complete(other, { ...amount(600_000), message: "Done" })),
        "Paid 600000 @3600000 Done"
      )
      assert.strictEqual(yield* status(other), "Paid 600000 @3600000 Done")
      assert.deepStrictEqual(yield* movements, ["payout 500000 @3600000", "payout 600000 @3600000"])
    }).pipe(Effect.provide(Live))
  )

  it.effect("D38: refuses it, with its own words or without", () =>
    Effect.gen(function* () {
      const { fail } = yield* SandboxBank
      const [one, other] = [yield* paidOut(), yield* paidOut()]
      assert.strictEqual(yield* outcome(fail(one, {})), "Rejected provider")
      assert.strictEqual(yield* outcome(fail(other, { message: "Closed" })), "Rejected provider Closed")
      assert.strictEqual(yield* status(other), "Rejected provider Closed")
      assert.deepStrictEqual(yield* movements, [])
    }).pipe(Effect.provide(Live))
  )

  it.effect("decides once: the same again is told again and moves nothing, the contrary is refused", () =>
    Effect.gen(function* () {
      const { complete, fail } = yield* SandboxBank
      const [done, refused] = [yield* paidOut(), yield* paidOut()]
      yield* complete(done, amount(400_000))
      yield* fail(refused, { message: "Closed" })
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* outcome(complete(done, amount(1_000))), "Paid 400000 @0")
      assert.strictEqual(yield* outcome(fail(done, {})), "The bank has completed this transfer")
      assert.strictEqual(yield* outcome(fail(refused, {})), "Rejected provider Closed")
      assert.strictEqual(yield* outcome(complete(refused, {})), "The bank has refused this transfer")
      assert.deepStrictEqual(yield* movements, ["payout 400000 @0"])
    }).pipe(Effect.provide(Live))
  )

  // D32.
  it.effect("D32: pays back no more than was asked for, and what it pays back is what is taken", () =>
    Effect.gen(function* () {
      const key = yield* opened
      const { complete, pay, provider } = yield* SandboxBank
      yield* pay(key, {})
      const request = yield* refund(key, { amount: 60_000 })
      yield* provider.perform(request)
      assert.strictEqual(yield* outcome(complete(request.key, amount(60_001))), "amount can't be greater than 60000")
      assert.strictEqual(yield* outcome(complete(request.key, amount(50_000))), "Paid 50000 @0")
      assert.strictEqual(yield* perform(yield* refund(key, { amount: 50_000 })), "Waiting")
      assert.match(yield* perform(yield* refund(key, { amount: 1_000 })), /more than is left/)
      const all = yield* Effect.flatMap(Ledger.Ledger, ({ movements }) => movements)
      assert.deepStrictEqual(
        all.map(({ kind, parent, reference }) => [kind, reference, parent]),
        [
          ["transfer", key, undefined],
          ["refund", request.key, key]
        ]
      )
    }).pipe(Effect.provide(Live))
  )

  it.effect("completes and refuses no payment, and nothing that the bank doesn't know", () =>
    Effect.gen(function* () {
      const { complete, fail } = yield* SandboxBank
      for (const key of [yield* opened, yield* newKey, yield* paidOut("TIMEOUT")]) {
        assert.strictEqual(yield* outcome(complete(key, {})), "The bank doesn't know this transfer")
        assert.strictEqual(yield* outcome(fail(key, {})), "The bank doesn't know this transfer")
      }
    }).pipe(Effect.provide(Live))
  )
})
