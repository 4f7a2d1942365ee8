import { assert, describe, it } from "@effect/vitest"
import type { TransactionUid } from "@florin/core/ids/Ids"
import { Transactions } from "@florin/core/queries/Transactions"
import { TransferProviders } from "@florin/core/transfers/TransferProvider"
import * as SandboxBank from "@florin/sandbox/SandboxBank"
import * as SandboxThreeDSecure from "@florin/sandbox/SandboxThreeDSecure"
import { Scheduler } from "@florin/scheduler/Scheduler"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import { ahead } from "@florin/storage-postgres/testing/clocks"
import { newAddress, optionsOf } from "@florin/storage-postgres/testing/database"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { acquirers, authorize, card, charge, shop, verdict, world } from "./internal/world.js"
import * as Bench from "./transfers/internal/bench.js"

const banks = Layer.effect(
  TransferProviders,
  Effect.map(SandboxBank.SandboxBank, ({ provider }) => [provider])
)

/** A process whose clock is so many milliseconds ahead, on a database that it shares. */
const processOn = (address: string, millis: number) => {
  const store = PostgresStore.layer({ ...optionsOf(address, { poolSize: 2 }), clock: "server" })
  const built = world({ store, servers: SandboxThreeDSecure.layerOnly, acquirers: Layer.merge(acquirers, banks) })
  return <A, E>(work: Effect.Effect<A, E, Services>) => Effect.withClock(Effect.provide(work, built), ahead(millis))
}

type Services = Layer.Layer.Success<ReturnType<typeof world>>

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

const challenged = authorize(charge({ credit_card: { ...card, number: "4012000000003010" } }), { shop: "flags" })

const runDue = Effect.flatMap(Scheduler, ({ runDue }) => Effect.flatMap(DateTime.now, runDue))

const statusOf = (of: string, uid: TransactionUid) =>
  Effect.gen(function* () {
    return (yield* (yield* Transactions).find(yield* shop(of), uid)).status
  })

describe("what one process has begun, while one whose clock is two hours ahead runs what is due", () => {
  it.scopedLive.each([
    { what: "a challenge", of: "flags", begin: challenged, status: "incomplete" },
    { what: "a transfer", of: "plain", begin: Bench.pay(), status: "pending" }
  ])("D26: $what does not end early", ({ begin, of, status }) =>
    Effect.gen(function* () {
      const address = yield* newAddress
      const { uid } = yield* processOn(address, 0)<{ readonly uid: TransactionUid }, unknown>(begin)
      const seen = yield* processOn(address, 2 * 3_600_000)(Effect.zipRight(runDue, statusOf(of, uid)))
      assert.strictEqual(seen, status)
    })
  )
})
