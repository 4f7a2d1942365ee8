/** What is to be taken back and is not: no state that was told is contradicted by the acquirer's books. Source: D40. */
import { assert, it } from "@effect/vitest"
import { AcquirerAnswer, type AcquirerRequest, type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { Operator } from "@florin/core/operator/Operator"
import { Transactions } from "@florin/core/queries/Transactions"
import * as SandboxAcquirer from "@florin/sandbox/SandboxAcquirer"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { actingBank } from "./internal/actingBank.js"
import { receiver } from "./internal/receiver.js"
import {
  acquirerWith,
  authorize,
  cancel,
  capture,
  charge,
  child,
  find,
  morning,
  movements,
  pass,
  shop,
  world
} from "./internal/world.js"

const rejected = {
  billing_address: { zip: "00000", country: "US" },
  additional_data: { avs_cvc_verification: { avs_verification: { reject_codes: ["N"] } } }
}

const declined = AcquirerAnswer.Declined({ reason: "unspecified", report: noReport })

/** What the acquirer answers to voids; undefined: as the sandbox does. */
const voiding = (answer: (times: number) => AcquirerAnswer | undefined) => {
  let times = 0
  return acquirerWith((real) => ({
    perform: (request: AcquirerRequest) => {
      const reply = request._tag === "Void" ? answer(++times) : undefined
      return reply === undefined ? real.perform(request) : Effect.succeed(reply)
    }
  }))
}

const doubts = Effect.flatMap(Operator, ({ inDoubt }) =>
  Effect.map(inDoubt({ limit: 10 }), (all) =>
    all.map(({ about, nextAt, transaction: { uid } }) => [uid, about, nextAt !== null])
  )
)

const recovered = (uid: string) =>
  Effect.gen(function* () {
    const { recover } = yield* Transactions
    yield* recover(yield* shop(), (yield* find(uid)).uid)
    yield* pass("1 second")
  })

const outcomes = (uid: string) => Effect.map(find(uid), ({ closedAt, status }) => [status, closedAt !== null])

describeOnContract("a reversal", () => {
  it.scoped("D18, D40: that the acquirer refuses leaves the payment successful, and the merchant is told", () =>
    Effect.gen(function* () {
      yield* morning
      const { deliveries, url } = yield* receiver
      const { status, uid } = yield* authorize(charge({ ...rejected, notification_url: url }))
      assert.strictEqual(status, "failed")
      yield* pass("1 minute")
      assert.strictEqual((yield* find(uid)).status, "successful")
      const reported = deliveries.map(({ body }) => JSON.parse(body).transaction.status)
      assert.strictEqual(reported.at(-1), "successful")
      assert.deepStrictEqual(yield* doubts, [])
    }).pipe(Effect.provide(world({ acquirers: voiding(() => declined) })))
  )

  it.effect.each([
    { later: undefined, status: "failed", moved: ["authorization", "void"] },
    { later: declined, status: "successful", moved: ["authorization"] }
  ])("D40: without an answer for 7 days is in doubt until the acquirer decides: then $status", (row) =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge(rejected))
      yield* pass("1 hour")
      assert.deepStrictEqual(yield* doubts, [[uid, "reversal", true]])
      yield* pass("8 days")
      assert.deepStrictEqual(yield* doubts, [[uid, "reversal", false]])
      yield* recovered(uid)
      assert.deepStrictEqual(yield* doubts, [])
      assert.strictEqual((yield* find(uid)).status, row.status)
      assert.deepStrictEqual(
        (yield* movements).map(({ kind }) => kind),
        row.moved
      )
    }).pipe(
      Effect.provide(world({ acquirers: voiding((times) => (times <= 175 ? AcquirerAnswer.NoAnswer() : row.later)) }))
    )
  )

  it.effect("D40: that is refused by an acquirer that does not say what it was has no answer for 7 days", () => {
    const logged: Array<string> = []
    const log = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => void logged.push(String([message].flat()[0])))
    )
    const bank = actingBank()
    bank.own.refusesVoids = true
    return Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      yield* pass("15 minutes")
      bank.places.set(uid, "unknown")
      yield* pass("1 hour")
      assert.deepStrictEqual(yield* doubts, [[uid, "reversal", true]])
      yield* pass("8 days")
      assert.deepStrictEqual(yield* doubts, [[uid, "reversal", false]])
      const aboutIt = logged.filter((line) => /revers/.test(line))
      assert.deepStrictEqual(aboutIt, ["The acquirer did not confirm the reversal of an approval for 7 days"])
    }).pipe(Effect.provide(Layer.merge(world({ acquirers: acquirerWith(bank.change) }), log)))
  })

  it.effect("D10, D40: of a hold that the acquirer refuses opens the hold again", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge())
      yield* pass("8 days")
      assert.deepStrictEqual(yield* outcomes(parent.uid), ["successful", false])
      assert.strictEqual((yield* capture(child(parent, 400))).status, "successful")
      assert.strictEqual((yield* cancel(child(parent, 600))).status, "successful")
    }).pipe(Effect.provide(world({ acquirers: voiding((times) => (times === 1 ? declined : undefined)) })))
  )
})

describeOnContract("an acquirer that is missing from the configuration", () => {
  const configured: Array<AcquirerService> = []
  const acquirers = Layer.effect(
    Acquirers,
    Effect.map(SandboxAcquirer.SandboxAcquirer, (real) => {
      configured.splice(0, configured.length, real)
      return configured
    })
  )
  const without = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const all = configured.splice(0)
      return Effect.ensuring(
        work,
        Effect.sync(() => configured.push(...all))
      )
    })

  it.effect("D40: releases no hold meanwhile, and every one once it is back", () =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      yield* without(pass("8 days"))
      assert.deepStrictEqual(yield* outcomes(uid), ["successful", true])
      assert.deepStrictEqual(yield* doubts, [[uid, "reversal", true]])
      yield* pass("2 hours")
      assert.deepStrictEqual(
        (yield* movements).map(({ amount, kind }) => `${kind} ${amount}`),
        ["authorization 1000", "void 1000"]
      )
      assert.deepStrictEqual(yield* doubts, [])
    }).pipe(Effect.provide(world({ acquirers })))
  )

  it.effect.each([
    { kind: "void", send: cancel },
    { kind: "capture", send: capture }
  ])("D40: declines no $kind: it is pending, and performed once it is back", ({ kind, send }) =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge())
      const { status, uid } = yield* without(send(child(parent, 1000)))
      assert.strictEqual(status, "pending")
      yield* without(pass("1 day"))
      assert.strictEqual((yield* find(uid)).status, "pending")
      yield* pass("2 hours")
      assert.strictEqual((yield* find(uid)).status, "successful")
      assert.deepStrictEqual(
        (yield* movements).map((one) => one.kind),
        ["authorization", kind]
      )
    }).pipe(Effect.provide(world({ acquirers })))
  )
})
