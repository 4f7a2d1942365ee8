/** Random stories of subscriptions through a whole gateway, judged by the acquirer's own ledger. Source: D23 to D26. */
import { assert, describe, it } from "@effect/vitest"
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { isFinal, type Subscription } from "@florin/core/subscriptions/Subscription"
import type { Movement } from "@florin/sandbox/Movement"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Runtime from "effect/Runtime"
import {
  at,
  billing,
  bodies,
  cancel,
  changePlan,
  chargeNow,
  createPlan,
  look,
  monthly,
  pause,
  playing,
  resume,
  subscribe,
  type Verdict,
  zone
} from "../internal/billing.js"
import { find, movements, pass, shop } from "../internal/world.js"

const interval = FastCheck.oneof(
  FastCheck.record({ interval_unit: FastCheck.constant("hour"), interval: FastCheck.integer({ min: 2, max: 30 }) }),
  FastCheck.record({ interval_unit: FastCheck.constant("day"), interval: FastCheck.integer({ min: 1, max: 3 }) }),
  FastCheck.record({ interval_unit: FastCheck.constant("month"), interval: FastCheck.constant(1) })
)

const planOf = (amount: number) =>
  FastCheck.record({
    interval,
    trial: FastCheck.option(
      FastCheck.record({
        paid: FastCheck.constantFrom(0, 100),
        asFirst: FastCheck.boolean(),
        interval: FastCheck.integer({ min: 1, max: 40 })
      }),
      { nil: undefined }
    ),
    cycles: FastCheck.option(FastCheck.integer({ min: 1, max: 5 }), { nil: undefined }),
    attempts: FastCheck.integer({ min: 1, max: 4 }),
    careful: FastCheck.boolean()
  }).map(({ attempts, careful, cycles, interval, trial }) => ({
    ...monthly(),
    plan: { amount, ...interval },
    number_payment_attempts: attempts,
    prevent_payments_at_night: careful,
    ...(cycles === undefined ? {} : { infinite: false, billing_cycles: cycles }),
    ...(trial === undefined
      ? {}
      : {
          trial: {
            amount: trial.paid,
            interval: trial.interval,
            interval_unit: "hour",
            as_first_payment: trial.asFirst
          }
        })
  }))

const commands = ["none", "none", "none", "none", "pause", "pause long", "charge", "plan", "cancel"] as const

const stories = FastCheck.record({
  plan: planOf(1000),
  other: planOf(700),
  wait: FastCheck.integer({ min: 0, max: 90_000 }),
  first: FastCheck.constantFrom<Verdict>("approved", "approved", "approved", "approved", "lost", "declined", "unheard"),
  steps: FastCheck.array(
    FastCheck.record({
      verdict: FastCheck.constantFrom<Verdict>(
        ...(["approved", "approved", "approved", "declined", "declined", "error", "error", "lost", "unheard"] as const),
        "stolen"
      ),
      command: FastCheck.constantFrom(...commands)
    }),
    { minLength: 1, maxLength: 8 }
  )
})

type Story = typeof stories extends FastCheck.Arbitrary<infer A> ? A : never

type CommandNeeds = Effect.Effect.Context<
  ReturnType<typeof cancel | typeof changePlan | typeof createPlan | typeof pass>
>

/** What a commanded change may be refused for is not the matter of this test. */
const carriedOut = (
  id: Subscription["id"],
  command: (typeof commands)[number],
  other: object
): Effect.Effect<unknown, unknown, CommandNeeds> => {
  switch (command) {
    case "none":
      return Effect.void
    case "pause":
      return Effect.zipRight(pause(id), resume(id))
    case "pause long":
      return Effect.zipRight(Effect.zipRight(pause(id), pass("50 hours")), resume(id))
    case "charge":
      return chargeNow(id)
    case "plan":
      return Effect.flatMap(createPlan(other), (made) => changePlan(id, { plan: { id: made.id } }))
    case "cancel":
      return cancel(id, { cancel_reason: "By chance" })
  }
}

const nextOf = (id: Subscription["id"]) =>
  Effect.gen(function* () {
    const until = DateTime.add(yield* DateTime.now, { months: 3 })
    const [next] = yield* (yield* Subscriptions).preview(yield* shop(), id, { until })
    return next
  })

/** What ends in an error in the last seconds before an hour, in any zone, is retried before this test has looked. */
const isRetriedAtOnce = ({ epochMillis }: DateTime.Utc): boolean => epochMillis % 900_000 >= 890_000

const succeeds = (verdict: Verdict) => verdict === "approved" || verdict === "lost"

/** Cycles are counted anew with each plan: the amount tells which one was charged. */
const dearer = (plan: Story["other"], by: number) => ({
  ...plan,
  plan: { ...plan.plan, amount: plan.plan.amount + by }
})

/** What the ledger says was paid for the subscription: `renewal 1000 2`, by purpose, amount and cycle. */
const paidFor = (made: ReadonlyArray<Movement>) =>
  Effect.forEach(made, ({ amount, reference }) =>
    Effect.map(find(reference.slice(0, 36)), ({ subscription: about, status }) => {
      assert.strictEqual(status, "successful")
      return `${about?.purpose} ${amount} ${about?.cycle}`
    })
  )

const reported = (story: Story, stage: ReturnType<typeof playing>["stage"]) =>
  Effect.gen(function* () {
    yield* pass(`${story.wait} seconds`)
    const before = (yield* movements).length
    const since = Effect.map(movements, (all) => all.slice(before))
    yield* bodies
    stage.script = [story.first]
    const { id } = yield* subscribe(story.plan)
    yield* pass("10 seconds")
    for (const [index, { command, verdict }] of story.steps.entries()) {
      const done = yield* since
      // The merchant's own charge goes by this script, the next renewal too.
      stage.script = command === "charge" ? [verdict, verdict] : [verdict]
      yield* Effect.ignore(carriedOut(id, command, dearer(story.other, index)))
      yield* pass("10 seconds")
      if (command === "charge" || command === "pause long") continue
      const [progress, next] = [yield* look(id), yield* nextOf(id)]
      if (next === undefined) {
        assert.isTrue(isFinal(progress) || progress.renewAt === null)
        break
      }
      assert.strictEqual((yield* since).length, done.length)
      const played = isRetriedAtOnce(next.at) ? "approved" : verdict
      stage.script = [played]
      yield* pass(next.at.epochMillis - (yield* DateTime.now).epochMillis + 5000)
      const [after, all] = [yield* look(id), yield* since]
      const made = all.slice(done.length).map(({ amount, at }) => `${at.epochMillis} ${amount}`)
      // What was previewed is what happens.
      assert.deepStrictEqual(made, succeeds(played) ? [`${next.at.epochMillis} ${next.amount}`] : [])
      if (succeeds(played)) assert.strictEqual(after.paidCycles, next.cycle)
      else if (played === "stolen") assert.isTrue(isFinal(after))
      else {
        const otherwise = played === "declined" ? next.ifDeclined : next.ifError
        assert.strictEqual(after.state, otherwise.state)
        if (played !== "unheard") assert.deepStrictEqual(after.renewAt, otherwise.retryAt)
      }
    }
    stage.script = []
    yield* Effect.ignore(cancel(id, { cancel_reason: "The story is over" }))
    yield* pass("1 minutes")
    const all = yield* since
    const cycles = yield* paidFor(all)
    assert.strictEqual(new Set(cycles).size, cycles.length, "a cycle was paid twice")
    const last = yield* look(id)
    assert.isTrue(isFinal(last))
    // Another plan counts anew: what was paid for the present one is known by its amount.
    const renewals = all.filter(({ amount }) => amount === last.plan.amount).length
    assert.strictEqual(last.paidCycles, renewals)
    const sequences = (yield* bodies).flatMap(({ event, sequence }) => (event === undefined ? [] : [sequence ?? 0]))
    assert.isAbove(sequences.length, 0)
    assert.deepStrictEqual(
      sequences,
      [...new Set(sequences)].sort((left, right) => left - right)
    )
  })

describe("any story of a subscription", () => {
  const { acquirers, stage } = playing()

  it.effect(
    "D24, D25, D26: is charged as previewed, each cycle once, and told in order",
    () =>
      Effect.gen(function* () {
        yield* at("2026-01-05T10:00:00Z")
        const run = Runtime.runPromise(yield* Effect.runtime<Effect.Effect.Context<ReturnType<typeof reported>>>())
        yield* Effect.promise(() =>
          FastCheck.assert(
            FastCheck.asyncProperty(stories, (story) => run(reported(story, stage))),
            { numRuns: 60, endOnFailure: true }
          )
        )
      }).pipe(Effect.provide(billing({ acquirers, settings: zone("Europe/Berlin") }))),
    120_000
  )
})
