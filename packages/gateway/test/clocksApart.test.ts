import { assert, describe, it } from "@effect/vitest"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import { ahead } from "@florin/storage-postgres/testing/clocks"
import { newAddress, optionsOf } from "@florin/storage-postgres/testing/database"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { authorize, charge, verdict, world } from "./internal/world.js"

/** A process whose clock is so many milliseconds ahead, on a database that it shares. */
const processOn = (address: string, millis: number) => {
  const store = PostgresStore.layer({ ...optionsOf(address, { poolSize: 2 }), clock: "server" })
  return <A, E>(work: Effect.Effect<A, E, Services>) =>
    Effect.withClock(Effect.provide(work, world({ store })), ahead(millis))
}

type Services = Effect.Effect.Context<ReturnType<typeof authorize>>

const several = Effect.forEach(Array.from({ length: 4 }), () => verdict(authorize(charge())), {
  concurrency: "unbounded"
})

describe("processes on one PostgreSQL whose clocks are 45 s apart", () => {
  it.scopedLive("D12: accept exactly one of eight equal requests", () =>
    Effect.gen(function* () {
      const address = yield* newAddress
      const go = yield* Deferred.make<void>()
      const begun = Effect.fnUntraced(function* (millis: number) {
        const ready = yield* Deferred.make<void>()
        const waiting = Effect.zipRight(Deferred.succeed(ready, undefined), Deferred.await(go))
        const fiber = yield* Effect.fork(processOn(address, millis)(Effect.zipRight(waiting, several)))
        yield* Deferred.await(ready)
        return fiber
      })
      const [one, other] = [yield* begun(0), yield* begun(45_000)]
      yield* Deferred.succeed(go, undefined)
      const all = [...(yield* Fiber.join(one)), ...(yield* Fiber.join(other))]
      assert.deepStrictEqual(all.toSorted(), [...Array.from({ length: 7 }, () => "DuplicateRequest"), "accepted"])
    })
  )

  it.scopedLive.each([
    [0, 45_000],
    [45_000, 0]
  ] as const)("D12: one that is %i ms ahead, then one that is %i ms ahead: the second is refused", ([one, other]) =>
    Effect.gen(function* () {
      const address = yield* newAddress
      const send = Effect.zip(verdict(authorize(charge())), Clock.currentTimeMillis)
      const [first, before] = yield* processOn(address, one)(send)
      const [second, after] = yield* processOn(address, other)(send)
      assert.deepStrictEqual([first, second], ["accepted", "DuplicateRequest"])
      assert.isAtLeast(after, before)
    })
  )
})
