/** Acquirers that lie, fail or hang when queried for the outcome of a charge. Source: D40, D41. */
import { assert, it } from "@effect/vitest"
import { AcquirerAnswer, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { Transactions } from "@florin/core/queries/Transactions"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { acquirerWith, authorize, charge, find, morning, movements, pass, shop, soon, world } from "./internal/world.js"

type Status = AcquirerService["status"]

const report = noReport

/** Performs requests and loses the answers; answers the first status queries with `first`, in order. */
const forgetful = (...first: ReadonlyArray<unknown>) => {
  const requested: Array<string> = []
  const acquirers = acquirerWith((real) => ({
    perform: (request) => Effect.as(real.perform(request), AcquirerAnswer.NoAnswer()),
    status: (key, about) => {
      const lie = first[requested.length] as Status | undefined
      requested.push(key)
      return (lie ?? real.status)(key, about)
    }
  }))
  return { acquirers, requested }
}

const says = (reply: unknown) => () => Effect.succeed(reply)

describeOnContract("an acquirer that is asked what became of a charge", () => {
  // Source: D41; reliability promise 3: queried after 2, 5 and 15 s.
  it.effect.each([
    {
      name: "throws",
      status: () => {
        throw new Error("4200000000000000")
      }
    },
    { name: "answers without an effect", status: () => undefined },
    { name: "answers a promise", status: () => Promise.resolve(AcquirerStatus.Approved({ report })) },
    { name: "answers undefined", status: says(undefined) },
    { name: "answers a text", status: says("NotFound") },
    { name: "answers an unknown tag", status: says({ _tag: "Settled" }) },
    { name: "approves without a report", status: says({ _tag: "Approved" }) },
    { name: "declines for a reason of its own", status: says({ _tag: "Declined", reason: "!", report }) },
    { name: "fails", status: () => Effect.fail("broken") },
    { name: "dies", status: () => Effect.die("broken") },
    { name: "interrupts itself", status: () => Effect.interrupt }
  ])("D41: and $name has said nothing: the charge stays pending, and it is asked again", ({ status }) => {
    const { acquirers, requested } = forgetful(status, status)
    return Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      for (const [wait, questions] of [
        ["1999 millis", 0],
        ["1 millis", 1],
        ["4999 millis", 1],
        ["1 millis", 2],
        ["14999 millis", 2]
      ] as const) {
        yield* pass(wait)
        assert.strictEqual((yield* find(uid)).status, "pending")
        assert.strictEqual(requested.length, questions)
      }
      yield* pass("1 millis")
      assert.strictEqual((yield* find(uid)).status, "successful")
      assert.deepStrictEqual(requested, [uid, uid, uid])
      assert.strictEqual((yield* movements).length, 1)
    }).pipe(Effect.provide(world({ acquirers })))
  })

  it.effect("D41: and hangs and can't be interrupted has 30 seconds, and what it says later is not heard", () => {
    let release: (() => void) | undefined
    const hanging = () =>
      Effect.uninterruptible(
        Effect.async<AcquirerStatus>((resume) => {
          release = () => resume(Effect.succeed(AcquirerStatus.Declined({ reason: "funds", report })))
        })
      )
    const { acquirers, requested } = forgetful(hanging)
    return Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      const { recover } = yield* Transactions
      const asking = yield* Effect.fork(Effect.flatMap(shop(), (merchant) => recover(merchant, uid)))
      yield* Effect.repeat(soon, { until: () => release !== undefined })
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* Fiber.join(asking)).status, "pending")
      release?.()
      assert.strictEqual((yield* find(uid)).status, "pending")
      yield* pass("15 seconds")
      assert.strictEqual((yield* find(uid)).status, "successful")
      assert.deepStrictEqual(requested, [uid, uid])
    }).pipe(Effect.provide(world({ acquirers })))
  })
})
