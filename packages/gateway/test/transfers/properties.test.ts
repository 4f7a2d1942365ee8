/** Random lives of payments by bank transfer, against a small model. Source: D28, D29, D30, D32. */
import { assert, it } from "@effect/vitest"
import { Amount } from "@florin/core/money/Amount"
import type { Transfer } from "@florin/core/transfers/Transfer"
import { TransferProviders } from "@florin/core/transfers/TransferProvider"
import { Scheduler } from "@florin/scheduler/Scheduler"
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import * as Scripted from "@florin/testing/parties/ScriptedTransferProvider"
import { Sender } from "@florin/webhook-dispatcher/Sender"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as fc from "fast-check"
import { world } from "../internal/world.js"
import * as Bench from "./internal/bench.js"
import * as Deliveries from "./internal/deliveries.js"
import * as Model from "./internal/model.js"
import { quiet } from "./internal/quiet.js"

type Step =
  | { readonly does: "waits"; readonly millis: number }
  | { readonly does: "pays"; readonly amount: number; readonly early: number; readonly isReported: "once" | "twice" }
  | { readonly does: "refuses" | "confirms" | "declines" }
  | { readonly does: "contradicts" }
  | { readonly does: "proves" | "approves" | "refunds"; readonly amount: number }
  | { readonly does: "settles"; readonly well: boolean }
  | { readonly does: "corrects"; readonly status: "successful" | "failed"; readonly amount: number }

const quarter = 15 * 60_000

const amount = fc.constantFrom(30_000, 50_000, 70_000, 100_000)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("waits" as const),
      millis: fc.constantFrom(1, 60_000, quarter - 1, quarter)
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("pays" as const),
      amount: fc.constantFrom(100_000, 100_000, 90_000),
      early: fc.constantFrom(0, 0, 1, -1, 60_000, -60_000),
      isReported: fc.constantFrom("once" as const, "twice" as const)
    })
  },
  fc.record({ does: fc.constantFrom("refuses" as const, "confirms" as const, "declines" as const) }),
  fc.record({ does: fc.constant("contradicts" as const) }),
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom("proves" as const, "approves" as const, "refunds" as const), amount })
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("settles" as const), well: fc.boolean() }) },
  fc.record({
    does: fc.constant("corrects" as const),
    status: fc.constantFrom("successful" as const, "failed" as const),
    amount
  })
)

interface Life {
  readonly method: Model.Payment["method"]
  readonly expiresAfter: number | undefined
  readonly steps: ReadonlyArray<Step>
}

const life: fc.Arbitrary<Life> = fc.record({
  method: fc.constantFrom("sbp" as const, "sbp_data" as const, "sbp_data" as const),
  expiresAfter: fc.constantFrom(undefined, undefined, 60_000, quarter - 1, quarter, quarter + 1),
  steps: fc.array(step, { minLength: 3, maxLength: 14 })
})

/** A life as it goes on. */
interface Living {
  readonly uid: Transfer["uid"]
  model: Model.Payment
  readonly refunds: Array<Transfer["uid"]>
}

const isDone = <A, E, R>(requested: Effect.Effect<A, E, R>) =>
  Effect.match(requested, { onFailure: () => false, onSuccess: () => true })

interface Bank extends Bench.Banking {
  readonly clock: VirtualClock.VirtualClock
}

/** Time passes, and what falls due on the way is done at its instant. */
const pass = ({ clock }: Bank, millis: number) =>
  Effect.gen(function* () {
    const { nextDue, runDue } = yield* Scheduler
    const end = clock.unsafeCurrentTimeMillis() + millis
    yield* runDue(yield* DateTime.now)
    for (;;) {
      const next = Option.getOrUndefined(yield* nextDue)?.epochMillis ?? Number.POSITIVE_INFINITY
      if (next > end) break
      clock.jumpTo(next)
      yield* runDue(yield* DateTime.now)
    }
    clock.jumpTo(end)
  })

/** Wakes what sleeps for no time, as a real clock does. */
const awake = async <A>({ clock }: Bank, run: Promise<A>): Promise<A> => {
  let isOver = false
  const ended = run.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    clock.jumpTo(clock.unsafeCurrentTimeMillis())
  }
  return ended
}

/** What a step does to the gateway and to the model; both have to allow it, or both refuse it. */
const taken = (bench: Bank, living: Living, step: Step) =>
  Effect.gen(function* () {
    const { model, uid } = living
    const now = yield* Clock.currentTimeMillis
    const same = (allowed: boolean, done: boolean) => assert.strictEqual(done, allowed, step.does)
    switch (step.does) {
      case "waits":
        yield* pass(bench, step.millis)
        living.model = Model.after(model, now + step.millis)
        return
      case "pays": {
        if (model.isRejected) return
        const at = (model.lastInstant ?? now) - step.early
        yield* Bench.paidAs(bench, uid, { amount: step.amount, at })
        if (step.isReported === "twice") yield* Bench.tells(bench, uid, at)
        living.model = Model.paid(model, step.amount, at)
        return
      }
      case "refuses":
        yield* Bench.refuses(bench, uid, now)
        living.model = Model.rejected(model)
        return
      case "contradicts":
        if (model.status === "successful") yield* Bench.contradicts(uid)
        return
      case "confirms":
        assert.strictEqual(yield* Bench.confirm(uid), model.status === "successful" ? "successful" : "failed")
        living.model = Model.confirmed(model)
        return
      case "proves": {
        same(Model.mayProve(model), yield* isDone(Bench.prove(uid, step.amount)))
        if (Model.mayProve(model)) living.model = Model.begun(model, step.amount)
        return
      }
      case "approves":
        same(model.proving !== undefined, yield* isDone(Bench.approve(uid, step.amount)))
        if (model.proving !== undefined) living.model = Model.decided(model, step.amount)
        return
      case "declines":
        same(model.proving !== undefined, yield* isDone(Bench.decline(uid)))
        if (model.proving !== undefined) living.model = Model.decided(model, undefined)
        return
      case "refunds": {
        const requested = Bench.refund(uid, step.amount, { duplicate_check: false })
        const refund = yield* Effect.option(requested)
        same(Model.mayRefund(model, step.amount), refund._tag === "Some")
        if (refund._tag === "None") return
        living.refunds.push(refund.value.uid)
        living.model = Model.refunded(model, step.amount)
        return
      }
      case "settles": {
        const index = model.refunds.findIndex(({ status }) => status === "pending")
        const refund = living.refunds[index]
        if (refund === undefined) return
        yield* step.well ? Bench.paid(bench, refund, now) : Bench.refuses(bench, refund, now)
        living.model = Model.settled(model, index, step.well ? "successful" : "failed")
        return
      }
      case "corrects": {
        const { status } = step
        const more = status === "successful" ? { amount: Amount.make(step.amount) } : {}
        same(Model.mayCorrect(model, status), yield* isDone(Bench.correct(uid, { status, ...more })))
        if (Model.mayCorrect(model, status)) living.model = Model.corrected(model, status, step.amount)
        return
      }
    }
  })

const paidIn = ({ evidence }: Transfer): number =>
  evidence.reduce((sum, one) => sum + (one.said === "paid" ? one.amount : 0), 0)

/** Statuses, sums and evidence are the model's, and the bank's books too. */
const agrees = (bench: Bank, { model, refunds, uid }: Living, step: Step | undefined) =>
  Effect.gen(function* () {
    const transfer = yield* Bench.find(uid)
    const reply = JSON.stringify(step)
    const { amount, counted, evidence, received, setAside, status } = model
    assert.deepStrictEqual([transfer.status, transfer.amount, paidIn(transfer)], [status, amount, evidence], reply)
    assert.strictEqual(Bench.movedUnder(bench, uid), received, reply)
    assert.strictEqual(received, counted + evidence + setAside, reply)
    const found = yield* Effect.forEach(refunds, Bench.find)
    const shown = ({ amount, status }: { readonly amount: number; readonly status: string }) => `${status} ${amount}`
    assert.deepStrictEqual(found.map(shown), model.refunds.map(shown), reply)
    if (status === "successful") assert.isAtMost(Model.taken(model), amount, reply)
  })

const ended = ["successful", "failed", "expired"]

/** Final states change only by a proof or an operator, in a history without gaps; what was told last is true. */
const closed = (bench: Bank, { uid }: Living) =>
  Effect.gen(function* () {
    const { status, version } = yield* Bench.find(uid)
    const lines = yield* Bench.history(uid)
    assert.deepStrictEqual(
      lines.map((line) => line.version),
      Array.from({ length: version }, (_, index) => index + 1)
    )
    const revised = lines.filter(({ from, to }) => ended.includes(from) && to !== from)
    for (const { trigger } of revised) assert.include(["ProofApproved", "Corrected"], trigger)
    yield* pass(bench, 0)
    const webhooks = bench.ear.webhooks(uid)
    const sequences = webhooks.map(({ sequence }) => sequence)
    assert.deepStrictEqual(
      sequences,
      Array.from(new Set(sequences)).sort((left, right) => left - right)
    )
    assert.strictEqual(webhooks.at(-1)?.document.transaction.status, status)
  })

const runs = 80

it.scopedLive(
  "D28: final states change only by a proof or an operator, and all money is counted or evidence",
  () =>
    Effect.gen(function* () {
      const clock = VirtualClock.make(Date.parse("2026-03-02T09:00:00Z"))
      const bank = Scripted.make()
      const bench = { bank, clock, ear: Deliveries.make() }
      const providers = [Scripted.service(bank, { gatewayId: Bench.gatewayId, simulated: true })]
      const gateway = yield* Layer.build(
        world({
          settings: Layer.merge(Layer.succeed(TransferProviders, providers), quiet),
          sender: Layer.succeed(Sender, bench.ear.sender)
        })
      ).pipe(Effect.withClock(clock))
      const runPromise = Runtime.runPromise(yield* Effect.withClock(Effect.runtime<never>(), clock))
      const lived = ({ expiresAfter, method, steps }: Life) =>
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const expiry = expiresAfter === undefined ? {} : { expired_at: new Date(now + expiresAfter).toISOString() }
          const { uid } = yield* Bench.pay({ method: { type: method, channel: "SBP" }, ...expiry })
          const living: Living = { uid, model: Model.opened(method, 100_000, now, expiresAfter), refunds: [] }
          for (const step of steps) {
            yield* taken(bench, living, step)
            yield* pass(bench, 0)
            yield* agrees(bench, living, step)
          }
          // Nobody is to ask for ever about what was left open.
          for (const open of [uid, ...living.refunds]) yield* Bench.refuses(bench, open, now)
          yield* closed(bench, living)
        }).pipe(Effect.provide(gateway))
      const property = fc.asyncProperty(life, (one) => awake(bench, runPromise(lived(one))))
      yield* Effect.promise(() => fc.assert(property, { numRuns: runs, seed: 3 }))
    }),
  120_000
)
