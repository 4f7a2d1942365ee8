/** Journeys through trials. Source: interface, Create-plan request body, "trial"; D24, D25. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  ahead,
  at,
  billing,
  charges,
  events,
  monthly,
  playing,
  progress,
  subscribe,
  until
} from "../internal/billing.js"
import { movements, pass } from "../internal/world.js"

const withTrial = (trial: object, changes: object = {}) =>
  monthly({ trial: { amount: 100, interval: 7, interval_unit: "day", ...trial }, ...changes })

describe("a trial", () => {
  it.effect("Create-plan request body | trial: is paid at once; the anchor of the cycles is its end", () =>
    Effect.gen(function* () {
      yield* at("2026-01-24T10:00:00Z")
      const { id } = yield* subscribe(withTrial({}))
      yield* pass(0)
      assert.deepStrictEqual(yield* charges, ["2026-01-24T10:00 100"])
      assert.deepStrictEqual(yield* events, ["created"])
      assert.deepStrictEqual(yield* progress(id), { state: "trial", paid: 0, failed: 0, next: "2026-01-31T10:00" })
      assert.deepStrictEqual(yield* until("2026-01-31T09:59:59Z"), { charged: [], reported: [] })
      assert.deepStrictEqual(yield* until("2026-04-01T00:00:00Z"), {
        charged: ["2026-01-31T10:00 1000", "2026-02-28T10:00 1000", "2026-03-31T10:00 1000"],
        reported: ["renewed", "renewed", "renewed"]
      })
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 3, failed: 0, next: "2026-04-30T10:00" })
    }).pipe(Effect.provide(billing()))
  )

  it.effect("Create-plan request body | trial.amount: of 0 only checks the card", () =>
    Effect.gen(function* () {
      yield* at("2026-01-24T10:00:00Z")
      const { id } = yield* subscribe(withTrial({ amount: 0 }))
      yield* pass(0)
      assert.deepStrictEqual(yield* movements, [])
      assert.deepStrictEqual(yield* events, ["created"])
      assert.strictEqual((yield* progress(id)).state, "trial")
      assert.deepStrictEqual(yield* until("2026-02-01T00:00:00Z"), {
        charged: ["2026-01-31T10:00 1000"],
        reported: ["renewed"]
      })
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D24: does not count in paid_billing_cycles, nor in billing_cycles", () =>
    Effect.gen(function* () {
      yield* at("2026-01-24T10:00:00Z")
      const { id } = yield* subscribe(withTrial({}, { infinite: false, billing_cycles: 2 }))
      yield* pass(0)
      yield* events
      assert.deepStrictEqual(yield* until("2027-01-01T00:00:00Z"), {
        charged: ["2026-01-31T10:00 1000", "2026-02-28T10:00 1000"],
        reported: ["renewed", "expired"]
      })
      assert.deepStrictEqual(yield* progress(id), { state: "expired", paid: 2, failed: 0, next: null })
    }).pipe(Effect.provide(billing()))
  )

  const declinedAtOnce = playing("declined")

  it.effect("D25: whose own charge is declined is a subscription that failed", () =>
    Effect.gen(function* () {
      yield* at("2026-01-24T10:00:00Z")
      const { id } = yield* subscribe(withTrial({ as_first_payment: true }))
      yield* pass("30 days")
      assert.deepStrictEqual(yield* events, ["failed"])
      assert.deepStrictEqual(yield* charges, [])
      assert.deepStrictEqual(yield* progress(id), { state: "failed", paid: 0, failed: 1, next: null })
    }).pipe(Effect.provide(billing({ acquirers: declinedAtOnce.acquirers })))
  )

  it.effect.each([
    {
      says: "paid, and does not count: a decline is final",
      trial: {},
      verdict: "declined",
      reported: ["failed"],
      state: "failed"
    },
    {
      says: "paid, and does not count: an error is final",
      trial: {},
      verdict: "error",
      reported: ["failed"],
      state: "failed"
    },
    {
      says: "free, even if it is to count: a decline is final",
      trial: { amount: 0, as_first_payment: true },
      verdict: "declined",
      reported: ["failed"],
      state: "failed"
    },
    {
      says: "paid, and counts: a decline is retried the next day at 3 AM",
      trial: { as_first_payment: true },
      verdict: "declined",
      reported: ["failed_attempt", "renewed"],
      state: "active",
      charged: ["2026-02-01T03:00 1000"]
    },
    {
      says: "paid, and counts: an error is retried in the next hour",
      trial: { as_first_payment: true },
      verdict: "error",
      reported: ["failed_attempt", "renewed"],
      state: "active",
      charged: ["2026-01-31T11:00 1000"]
    }
  ] as const)(
    "Create-plan request body | trial.as_first_payment: $says",
    ({ state, reported, trial, verdict, ...more }) => {
      const { acquirers } =
        trial !== undefined && "amount" in trial ? playing("approved", verdict) : playing("approved", verdict)
      return Effect.gen(function* () {
        yield* at("2026-01-24T10:00:00Z")
        const { id } = yield* subscribe(withTrial(trial))
        yield* pass(0)
        yield* events
        assert.deepStrictEqual(yield* until("2026-02-20T00:00:00Z"), {
          charged: "charged" in more ? [...more.charged] : [],
          reported: [...reported]
        })
        const next = state === "active" ? "2026-02-28T10:00" : null
        assert.deepStrictEqual(yield* progress(id), {
          state,
          paid: state === "active" ? 1 : 0,
          failed: state === "active" ? 0 : 1,
          next
        })
      }).pipe(Effect.provide(billing({ acquirers })))
    }
  )

  it.effect("D24: is previewed as it happens", () =>
    Effect.gen(function* () {
      yield* at("2026-01-24T10:00:00Z")
      const { id } = yield* subscribe(withTrial({}))
      const listed = yield* ahead(id, "2026-04-01T00:00:00Z")
      assert.deepStrictEqual(listed, [
        "2026-01-31T10:00 1000 after-trial",
        "2026-02-28T10:00 1000 cycle",
        "2026-03-31T10:00 1000 cycle"
      ])
      const { charged } = yield* until("2026-04-01T00:00:00Z")
      assert.deepStrictEqual(
        charged,
        listed.map((line) => line.replace(/ [a-z-]+$/, ""))
      )
    }).pipe(Effect.provide(billing()))
  )
})
