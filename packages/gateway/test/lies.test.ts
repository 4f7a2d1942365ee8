/** Acquirers that lie, fail or hang: no answer is an unknown outcome, never an error. Source: D40, D41. */
import { assert, it } from "@effect/vitest"
import { AcquirerAnswer, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/TestClock"
import {
  acquirerWith,
  authorize,
  capture,
  charge,
  child,
  credit,
  find,
  morning,
  movements,
  pass,
  tokenize,
  world
} from "./internal/world.js"

type Perform = AcquirerService["perform"]

const lying = (perform: unknown) => acquirerWith(() => ({ perform: perform as Perform }))

const says = (reply: unknown) => lying(() => Effect.succeed(reply))

describeOnContract("an acquirer that lies", () => {
  // Source: D41.
  it.effect.each([
    {
      name: "throws",
      acquirers: lying(() => {
        throw new Error("4200000000000000")
      })
    },
    { name: "answers without an effect", acquirers: lying(() => undefined) },
    {
      name: "answers a promise",
      acquirers: lying(() => Promise.resolve(AcquirerAnswer.Approved({ report: noReport })))
    },
    { name: "answers undefined", acquirers: says(undefined) },
    { name: "answers an unknown tag", acquirers: says({ _tag: "Settled" }) },
    { name: "approves without a report", acquirers: says({ _tag: "Approved" }) },
    { name: "approves with half a report", acquirers: says({ _tag: "Approved", report: { authCode: null } }) },
    { name: "declines for a reason of its own", acquirers: says({ _tag: "Declined", reason: "!", report: noReport }) },
    { name: "fails", acquirers: lying(() => Effect.fail("broken")) },
    { name: "dies", acquirers: lying(() => Effect.die("broken")) },
    { name: "interrupts itself", acquirers: lying(() => Effect.interrupt) }
  ])("D41: that $name has given no answer", ({ acquirers }) =>
    Effect.gen(function* () {
      yield* morning
      const { status, uid } = yield* authorize(charge())
      assert.strictEqual(status, "pending")
      assert.strictEqual((yield* find(uid)).status, "pending")
    }).pipe(Effect.provide(world({ acquirers })))
  )

  it.effect("D41: that hangs and can't be interrupted leaves its caller with pending after its 30 seconds", () =>
    Effect.gen(function* () {
      let known: AcquirerStatus = AcquirerStatus.NotFound()
      let release: () => void = () => undefined
      const hanging = Effect.uninterruptible(
        Effect.async<AcquirerAnswer>((resume) => {
          release = () => resume(Effect.succeed(AcquirerAnswer.Approved({ report: noReport })))
        })
      )
      const reported = Effect.gen(function* () {
        yield* morning
        const waiting = yield* Effect.fork(authorize(charge()))
        yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 100)))
        yield* TestClock.adjust("30 seconds")
        const { status, uid } = yield* Fiber.join(waiting)
        assert.strictEqual(status, "pending")
        // While the call may still send, "never seen" decides nothing.
        yield* pass("1 minute")
        assert.strictEqual((yield* find(uid)).status, "pending")
        // After the call has ended nothing more is sent, and its answer is final.
        known = AcquirerStatus.Approved({ report: noReport })
        release()
        yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 100)))
        yield* pass("10 seconds")
        assert.strictEqual((yield* find(uid)).status, "successful")
      })
      const acquirers = acquirerWith(() => ({
        perform: () => hanging,
        status: () => Effect.sync(() => known),
        inFlightWindow: Duration.zero
      }))
      yield* Effect.provide(reported, world({ acquirers }))
    })
  )

  it.effect("D41: whose words hold a card number and the security code has both taken out", () =>
    Effect.gen(function* () {
      yield* morning
      const message = "Card 4200 0000 0000 0000, code 123\nrefused"
      const { report, uid } = yield* authorize(charge())
      assert.strictEqual(report?.message, "Card [removed], code [removed] refused")
      assert.strictEqual((yield* find(uid)).report?.message, "Card [removed], code [removed] refused")
      assert.notInclude(JSON.stringify(yield* find(uid)), message)
    }).pipe(
      Effect.provide(
        world({
          acquirers: says({
            _tag: "Approved",
            report: { ...noReport, message: "Card 4200 0000 0000 0000, code 123\nrefused" }
          })
        })
      )
    )
  )
})

describeOnContract("what follows a charge", () => {
  const credited = Effect.gen(function* () {
    const { card } = yield* tokenize(charge())
    return yield* credit(charge({ credit_card: { token: card?.token }, amount: 500 }))
  })

  /** Drops the first request of everything except charges; performs a later one under the same key. */
  const losing = (counts: Map<string, number>, changes: Partial<AcquirerService> = {}) =>
    acquirerWith((real) => ({
      perform: (request) =>
        Effect.suspend(() => {
          counts.set(request.key, (counts.get(request.key) ?? 0) + 1)
          const isLost = request._tag !== "Charge" && counts.get(request.key) === 1
          return isLost ? Effect.succeed(AcquirerAnswer.NoAnswer()) : real.perform(request)
        }),
      ...changes
    }))

  // Source: D40.
  it.effect("D40: is sent again under the same key until there is a decision", () => {
    const counts = new Map<string, number>()
    return Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge())
      const taken = yield* capture(child(parent, 400))
      const paid = yield* credited
      assert.deepStrictEqual([taken.status, paid.status], ["pending", "pending"])
      yield* pass("2 seconds")
      assert.strictEqual((yield* find(taken.uid)).status, "successful")
      assert.strictEqual((yield* find(paid.uid)).status, "successful")
      assert.deepStrictEqual([counts.get(taken.uid), counts.get(paid.uid)], [2, 2])
      const moved = (yield* movements).map(({ amount, kind }) => `${kind} ${amount}`)
      assert.includeMembers(moved, ["capture 400", "credit 500"])
    }).pipe(Effect.provide(world({ acquirers: losing(counts) })))
  })

  it.effect(
    "D40: stays pending where the acquirer does not promise that one key is one operation; a human is told",
    () => {
      const counts = new Map<string, number>()
      const reported: Array<readonly [string, unknown]> = []
      const log = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ message }) => {
          const [text, details] = [message].flat()
          reported.push([String(text), details])
        })
      )
      return Effect.gen(function* () {
        yield* morning
        const parent = yield* authorize(charge())
        const { uid } = yield* capture(child(parent, 400))
        yield* pass("1 hour")
        assert.strictEqual((yield* find(uid)).status, "pending")
        assert.strictEqual(counts.get(uid), 1)
        const words = "A transaction is pending, its acquirer has never seen it, and its key may not be used again"
        // Once per query: after 2, 5, 15 and 60 s, 5 and 30 min.
        assert.deepStrictEqual(reported, Array(6).fill([words, { uid }]))
      }).pipe(
        Effect.provide(world({ acquirers: losing(counts, { oneKeyIsOneOperation: false }) })),
        Effect.provide(log)
      )
    }
  )
})
