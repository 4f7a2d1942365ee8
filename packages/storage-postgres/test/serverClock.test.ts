import { assert, describe, it } from "@effect/vitest"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import * as ServerClock from "../src/internal/serverClock.js"
import * as PostgresStore from "../src/PostgresStore.js"
import { ahead as clockAhead, showing } from "./internal/clocks.js"
import { newAddress, optionsOf } from "./internal/database.js"

const hour = 3_600_000

/** A process whose clock is apart from the server's; each answer of the server is so long on its way, there and back. */
const processWith = (apart: number, onTheWay = 2) =>
  Effect.gen(function* () {
    const world = { elapsed: 0, slept: 0, set: apart, serverSet: 0, isAway: false, requested: 0 }
    const server = () => 1_000_000 + world.elapsed + world.slept + world.serverSet
    const own = showing(() => server() - world.serverSet + world.set)
    const ask = Effect.suspend(() => {
      world.requested += 1
      if (world.isAway) return Effect.fail("away")
      world.elapsed += onTheWay / 2
      const at = server()
      world.elapsed += onTheWay / 2
      return Effect.succeed(at)
    })
    const { clock, look } = yield* Effect.provideService(ServerClock.make(ask, own), MonotonicClock, {
      unsafeNow: () => world.elapsed
    })
    return { world, look, server, own, ahead: () => clock.unsafeCurrentTimeMillis() - server() }
  })

describe("the server's clock", () => {
  it.effect.each([0, 1, 45_000, -45_000, hour])("D12: is shown by a process whose own is %i ms ahead", (apart) =>
    Effect.gen(function* () {
      const { ahead } = yield* processWith(apart)
      assert.isAtMost(Math.abs(ahead()), 2)
    })
  )

  it.effect("is the process's own where they agree as far as one can tell", () =>
    Effect.gen(function* () {
      const { ahead } = yield* processWith(1)
      assert.strictEqual(ahead(), 1)
    })
  )

  it.effect.each([-hour, hour])("D12: goes on when the process's own is set by %i ms, and the server is away", (by) =>
    Effect.gen(function* () {
      const { ahead, look, world } = yield* processWith(0)
      world.set = by
      assert.strictEqual(ahead(), 0)
      world.isAway = true
      yield* look
      assert.strictEqual(ahead(), 0)
    })
  )

  it.effect("is asked for again when the machine has slept", () =>
    Effect.gen(function* () {
      const { ahead, look, world } = yield* processWith(0)
      world.slept = hour
      assert.strictEqual(ahead(), -hour)
      yield* look
      assert.isAtMost(Math.abs(ahead()), 2)
      const { requested } = world
      yield* look
      assert.strictEqual(world.requested, requested)
    })
  )

  it.effect.each([
    [29_990, -45_000],
    [30_000, 0]
  ] as const)("is followed %i ms after it was asked for: %i ms ahead", ([after, expected]) =>
    Effect.gen(function* () {
      const { ahead, look, world } = yield* processWith(0)
      world.serverSet = 45_000
      world.elapsed += after
      yield* look
      assert.isAtMost(Math.abs(ahead() - expected), 2)
    })
  )

  it.effect("is not believed where its answer took too long to say anything", () =>
    Effect.gen(function* () {
      const { ahead, look, world } = yield* processWith(0, 10_000)
      const before = ahead()
      world.serverSet = 4000
      world.elapsed += 30_000
      yield* look
      assert.strictEqual(ahead(), before - 4000)
    })
  )

  const shown = (clock: PostgresStore.Options["clock"]) =>
    Effect.gen(function* () {
      const address = yield* newAddress
      const options = clock === undefined ? optionsOf(address) : { ...optionsOf(address), clock }
      return yield* Effect.provide(Clock.currentTimeMillis, PostgresStore.layer(options))
    })

  it.scopedLive("is that of all that runs with a store", () =>
    Effect.gen(function* () {
      const during = yield* Effect.withClock(shown("server"), clockAhead(hour))
      assert.isAtMost(Math.abs(during - (yield* Clock.currentTimeMillis)), 60_000)
    })
  )

  it.scopedLive.each([undefined, "process"] as const)("is not that of a process with a clock of its own: %s", (clock) =>
    Effect.gen(function* () {
      const own = showing(() => 77)
      assert.strictEqual(yield* Effect.withClock(shown(clock), own), 77)
    })
  )

  it.scoped("is not that of a test", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(77)
      assert.strictEqual(yield* shown(undefined), 77)
    })
  )
})
