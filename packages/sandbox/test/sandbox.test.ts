import { assert, describe, it } from "@effect/vitest"
import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import { Acquirers } from "@florin/core/cards/Acquirer"
import { charge, child } from "@florin/testing/acquirers/AcquirerRequests"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Sandbox from "../src/Sandbox.js"
import * as SandboxAcquirer from "../src/SandboxAcquirer.js"
import { SandboxControls } from "../src/SandboxControls.js"

const card: AcquirerCard = { number: Redacted.make("4200000000000000"), expMonth: 12, expYear: 2099 }

const Live = Layer.provideMerge(SandboxAcquirer.layerOnly, Sandbox.layerMemory({ gatewayId: 5 }))

const nothingDue = { nextDue: Effect.succeedNone, runDue: () => Effect.succeed(0) }

// D38.
describe("The sandbox", () => {
  it.live.each([
    { body: { advance: "P20Y" }, expected: "2060-01-31T12:00:00.000Z" },
    { body: { advance: "P20YT0.001S" }, expected: "advance can't be more than 20 years ahead" },
    { body: { to: "9999-12-31T23:59:59Z" }, expected: "to can't be more than 20 years ahead" }
  ])("moves its clock by at most 20 years in a call: $body gives $expected", ({ body, expected }) =>
    Effect.gen(function* () {
      const controls = yield* SandboxControls
      yield* controls.moveClock({ to: "2040-01-31T12:00:00Z" }, nothingDue)
      const moved = controls.moveClock(body, nothingDue).pipe(
        Effect.map(({ now }) => now),
        Effect.catchTag("InvalidRequest", ({ message }) => Effect.succeed(message))
      )
      assert.strictEqual(yield* moved, expected)
    }).pipe(Effect.provide(Live))
  )

  it.live("shows its clock, moves it, and dates its movements by it", () =>
    Effect.gen(function* () {
      const controls = yield* SandboxControls
      const acquirer = yield* SandboxAcquirer.SandboxAcquirer
      yield* controls.moveClock({ to: "2040-01-31T12:00:00Z" }, nothingDue)
      const hold = yield* charge("authorization", card, { amount: 1000 })
      yield* acquirer.perform(hold)
      assert.deepStrictEqual(yield* controls.moveClock({ advance: "P1M" }, nothingDue), {
        now: "2040-02-29T12:00:00.000Z",
        ran: 0
      })
      const capture = yield* child("Capture", hold.key, { amount: 400 })
      yield* acquirer.perform(capture)
      assert.deepStrictEqual(yield* controls.readClock, { now: "2040-02-29T12:00:00.000Z", follow: false })
      const common = { currency: "EUR" }
      assert.deepStrictEqual(yield* controls.ledger, {
        movements: [
          {
            ...common,
            id: "mov_1",
            kind: "authorization",
            amount: 1000,
            reference: hold.key,
            at: "2040-01-31T12:00:00.000Z"
          },
          {
            ...common,
            id: "mov_2",
            kind: "capture",
            amount: 400,
            reference: capture.key,
            parent: hold.key,
            at: "2040-02-29T12:00:00.000Z"
          }
        ]
      })
    }).pipe(Effect.provide(Live))
  )

  it.live("provides its clock to the work that runs during a move", () =>
    Effect.gen(function* () {
      const { moveClock } = yield* SandboxControls
      yield* moveClock({ to: "2040-01-01T00:00:00Z" }, nothingDue)
      const seen: Array<string> = []
      const work = {
        nextDue: Effect.sync(() =>
          seen.length === 0 ? Option.some(DateTime.unsafeMake("2040-01-15T00:00:00Z")) : Option.none()
        ),
        runDue: () => Effect.map(DateTime.now, (now) => seen.push(DateTime.formatIso(now)))
      }
      assert.deepStrictEqual(yield* moveClock({ advance: "P1M" }, work), { now: "2040-02-01T00:00:00.000Z", ran: 1 })
      assert.deepStrictEqual(seen, ["2040-01-15T00:00:00.000Z"])
    }).pipe(Effect.provide(Live))
  )

  it.live("D38: shows whether its clock stands or follows, and lets it follow again from where it stands", () =>
    Effect.gen(function* () {
      const controls = yield* SandboxControls
      assert.isTrue((yield* controls.readClock).follow)
      yield* controls.moveClock({ to: "2040-01-31T12:00:00Z" }, nothingDue)
      assert.deepStrictEqual(yield* controls.readClock, { now: "2040-01-31T12:00:00.000Z", follow: false })
      const { now, ran } = yield* controls.moveClock({ follow: true }, nothingDue)
      assert.deepStrictEqual([now.slice(0, 16), ran], ["2040-01-31T12:00", 0])
      yield* Effect.sleep("20 millis")
      const after = yield* controls.readClock
      assert.isTrue(after.follow)
      assert.isAtLeast(Date.parse(after.now) - Date.parse("2040-01-31T12:00:00Z"), 19)
      yield* controls.moveClock({ advance: "PT0S" }, nothingDue)
      assert.isFalse((yield* controls.readClock).follow)
    }).pipe(Effect.provide(Live))
  )

  it.live("refuses to go back, in the words of the request", () =>
    Effect.gen(function* () {
      const { moveClock } = yield* SandboxControls
      const refusals = yield* Effect.forEach([{ to: "2000-01-01T00:00:00Z" }, { advance: "P9000Y" }], (body) =>
        Effect.flip(moveClock(body, nothingDue))
      )
      assert.deepStrictEqual(
        refusals.map(({ message }) => message),
        ["to can't be before the sandbox's time", "advance is too late"]
      )
    }).pipe(Effect.provide(Live))
  )

  it.live("is the one acquirer, with the gateway id it was given", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* Acquirers).map(({ gatewayId }) => gatewayId),
        [5]
      )
    }).pipe(Effect.provide(Live))
  )
})
