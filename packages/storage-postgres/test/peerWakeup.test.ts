import { assert, describe, it } from "@effect/vitest"
import { PeerWakeup } from "@florin/core/due-work/PeerWakeup"
import * as Worker from "@florin/core/due-work/Worker"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import { at, shop, write } from "@florin/testing/stores/StoreUnderTest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { newAddress, optionsOf, ownDatabase } from "./internal/database.js"

const store = (address: string) => PostgresStore.layer(optionsOf(address, { poolSize: 1 }))

/** The loop polls only after this time. */
const far = at(0)

const administrator = (statement: string, ...parameters: ReadonlyArray<unknown>) =>
  Effect.promise(async () => (await ownDatabase()).client.query(statement, [...parameters]))

const listeners = Effect.map(
  administrator("SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query LIKE 'SELECT pg_notify%'"),
  ({ rows }) => rows.map(({ pid }) => Number(pid))
)

/** Waits until two processes listen that are not among these. */
const listening = (but: ReadonlyArray<number> = []): Effect.Effect<ReadonlyArray<number>> =>
  Effect.flatMap(listeners, (pids) =>
    pids.length === 2 && !pids.some((pid) => but.includes(pid)) ? Effect.succeed(pids) : listening(but)
  )

/** Two processes, from the database's view, that have already handled the wake-up at the start of listening. */
const two = Effect.gen(function* () {
  const address = yield* newAddress
  const here = Context.get(yield* Layer.build(store(address)), PeerWakeup)
  const there = Context.get(yield* Layer.build(store(address)), PeerWakeup)
  yield* Effect.zipRight(here.notified, there.notified)
  return { here, there, pids: yield* listening() }
})

const tell = ({ unsafeTell }: PeerWakeup["Type"]) => Effect.sync(unsafeTell)

describe("processes that share a PostgreSQL database", () => {
  it.scoped("one that adds work wakes the loop of the other", () =>
    Effect.gen(function* () {
      const address = yield* newAddress
      const process = Layer.provideMerge(Worker.layer, store(address))
      const [here, there] = [yield* Layer.build(process), yield* Layer.build(process)]
      yield* listening()
      const worker = Context.get(there, Worker.Worker)
      yield* worker.awaitWake(far)
      const awake = yield* Effect.fork(worker.awaitWake(far))
      const job = { shop, kind: "notify", subject: "a" } as const
      yield* Effect.provide(write({ _tag: "EnqueueJob", job, runAt: 0, share: "a share" }), here)
      Context.get(here, PeerWakeup).unsafeTell()
      yield* Fiber.join(awake)
    })
  )

  it.scoped("one with many hints sends few of them, including the last", () =>
    Effect.gen(function* () {
      const { here, there } = yield* two
      let received = 0
      const hearing = yield* Effect.fork(Effect.forever(Effect.tap(there.notified, () => received++)))
      for (let times = 0; times < 200; times++) yield* Effect.zipRight(tell(here), administrator("SELECT 1"))
      yield* Fiber.interrupt(hearing)
      assert.isBelow(received, 100)
      yield* Effect.zipRight(tell(here), there.notified)
    })
  )

  it.scoped("one does not hear itself", () =>
    Effect.gen(function* () {
      const { here, there } = yield* two
      const itself = yield* Effect.fork(here.notified)
      yield* Effect.zipRight(tell(here), there.notified)
      assert.isNull(itself.unsafePoll())
      yield* tell(there)
      yield* Fiber.join(itself)
    })
  )

  it.scoped("one that has lost its connection listens again and polls for missed work", () =>
    Effect.gen(function* () {
      const { here, pids, there } = yield* two
      yield* administrator("SELECT pg_terminate_backend(pid, 5000) FROM unnest($1::int[]) AS pid", pids)
      yield* Effect.zipRight(here.notified, there.notified)
      yield* listening(pids)
      yield* Effect.zipRight(tell(here), there.notified)
    })
  )
})
