import { assert, describe, it } from "@effect/vitest"
import * as Holdings from "@florin/crash-tests/Holdings"
import * as PostgresServer from "@florin/crash-tests/PostgresServer"
import type { Trap } from "@florin/crash-tests/Protocol"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { gateway } from "./internal/gateway.js"

interface Pause extends Pick<Trap, "point" | "moment"> {
  readonly what: string
  /** What another process makes of it. */
  readonly status: string
  /** What stands in the ledger in the end. */
  readonly charges: number
  /** The process that goes on learns that it is too late. */
  readonly isLate: boolean
  /** How often the notification arrives. */
  readonly deliveries?: number
}

const pauses: ReadonlyArray<Pause> = [
  {
    what: "after the acquirer answered: another one records that, the late write is refused, the caller gets what stands",
    ...{ point: "acquirer.perform", moment: "after", status: "successful", charges: 1, isLate: true }
  },
  {
    what: "before the acquirer is asked: another one gives it up, and it is not sent any more (D40)",
    ...{ point: "acquirer.perform", moment: "before", status: "failed", charges: 0, isLate: true }
  },
  {
    what: "before it sends a notification: another one does, and it sends it no more",
    ...{ point: "webhook.send", moment: "before", status: "successful", charges: 1, isLate: false, deliveries: 1 }
  },
  {
    what: "after it sent a notification: another one sends it again under the same id",
    ...{ point: "webhook.send", moment: "after", status: "successful", charges: 1, isLate: false, deliveries: 2 }
  }
]

describe.concurrent("a process that is paused on PostgreSQL", () => {
  it.scopedLive(
    "holds the work that it has begun, which others wait for",
    () =>
      Effect.gen(function* () {
        const { store } = yield* PostgresServer.make()
        const { environment, pay, process } = yield* gateway({ store, patience: "60 seconds" })
        yield* process.tell({ _tag: "Set", trap: { point: "acquirer.perform", moment: "before", action: "stop" } })
        const order = yield* Effect.fork(pay)
        yield* process.reaches
        const left: Array<Holdings.Left> = []
        yield* Holdings.noting(left, environment.store)(process)
        yield* process.signal("SIGCONT")
        const { acknowledged } = yield* Fiber.join(order)
        assert.deepStrictEqual(left[0]!.subjects, [acknowledged!.uid])
      }),
    120_000
  )
})

// Another process is started when the first one has stopped itself (SIGSTOP), and takes over. On PostgreSQL:
// test/together.
describe.concurrent("a process is paused", () => {
  it.scopedLive.each(pauses)(
    "$what",
    ({ charges, deliveries, isLate, moment, point, status }) =>
      Effect.gen(function* () {
        const { environment, merchant, pay, process, settles } = yield* gateway({ patience: "60 seconds" })
        const set = (trap: Trap) => process.tell({ _tag: "Set", trap })
        yield* set({ point, moment, action: "stop" })
        yield* set({ point: "commit.record-too-late", moment: "after", action: "wait" })
        const order = yield* Effect.fork(pay)
        yield* process.reaches
        const left: Array<Holdings.Left> = []
        yield* Holdings.noting(left, environment.store)(process)
        const second = yield* environment.start()
        yield* second.url
        const look = environment.merchant(Effect.orDie(second.url)).look(merchant.orders()[0]!)
        const reported = environment.receiver.deliveries
        yield* Effect.repeat(Effect.delay(look, "100 millis"), {
          until: ([found]) => found?.status === status && (deliveries === undefined || reported().length === deliveries)
        })
        yield* process.signal("SIGCONT")
        if (isLate) assert.strictEqual((yield* process.reaches).point, "commit.record-too-late")
        const { acknowledged, attempts } = yield* Fiber.join(order)
        assert.deepStrictEqual([acknowledged?.status, attempts], [status, 1])
        assert.deepStrictEqual(left[0]!.subjects, [acknowledged!.uid])
        yield* settles()
        assert.strictEqual(environment.acquirer.entries().length, charges)
        assert.strictEqual(reported().length, deliveries ?? 1)
        assert.strictEqual(new Set(reported().map(({ id }) => id)).size, 1)
        assert.strictEqual(merchant.troubles.defects, 0)
      }),
    120_000
  )
})
