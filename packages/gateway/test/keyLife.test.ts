/** Acquirers that forget keys, or keep only what they approved: what is sent again, and when no more. Source: D53. */
import { assert, it } from "@effect/vitest"
import { AcquirerAnswer, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { Operator } from "@florin/core/operator/Operator"
import { Scheduler } from "@florin/scheduler/Scheduler"
import { describeOnContract, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import {
  acquirerWith,
  authorize,
  capture,
  charge,
  child,
  find,
  morning,
  movements,
  pass,
  world
} from "./internal/world.js"

/** What an acquirer was asked about keys that are not of charges, with the second since the beginning. */
interface Received {
  readonly lines: Array<string>
  began: number
}

const receivedIn = (): Received => ({ lines: [], began: 0 })

/** Loses the first `lost` requests that follow a charge. */
const losing = (received: Received, lost: number, changes: Partial<AcquirerService>) => {
  let count = 0
  const note = (line: string) =>
    Effect.map(
      Clock.currentTimeMillis,
      (now) => void received.lines.push(`${line} ${Math.round((now - received.began) / 1000)}`)
    )
  return acquirerWith((real) => ({
    inFlightWindow: Duration.seconds(10),
    perform: (request) => {
      if (request._tag === "Charge") return real.perform(request)
      count += 1
      const answer = count <= lost ? Effect.succeed(AcquirerAnswer.NoAnswer()) : real.perform(request)
      return Effect.zipRight(note("send"), answer)
    },
    status: (key, about) =>
      Effect.zipRight(about.kind === "authorization" ? Effect.void : note("ask"), real.status(key, about)),
    ...changes
  }))
}

const begun = (received: Received) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    received.began = now
  })

const sent = ({ lines }: Received): ReadonlyArray<string> => lines.filter((line) => line.startsWith("send"))

const doubts = Effect.flatMap(Operator, ({ inDoubt }) =>
  Effect.map(inDoubt({ limit: 10 }), (all) => all.map(({ about, transaction: { uid } }) => [uid, about]))
)

const rejected = {
  billing_address: { zip: "00000", country: "US" },
  additional_data: { avs_cvc_verification: { avs_verification: { reject_codes: ["N"] } } }
}

// Sent after 0, 2, 7, 22, 82, 382 s and later: within 2 minutes, less 30 s of a call and 10 s in flight, four times.
const short = { keyLife: Duration.minutes(2) }

describeOnContract("a key that its acquirer forgets", () => {
  it.effect.each([
    { life: "2 minutes", times: 4 },
    { life: "41 seconds", times: 1 },
    { life: "1 day", times: 7 }
  ] as const)("D53: of a capture is not used after its life of $life, for a human to decide", ({ life, times }) => {
    const received = receivedIn()
    return Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge())
      yield* begun(received)
      const { uid } = yield* capture(child(parent, 400))
      yield* pass("1 hour")
      assert.strictEqual(sent(received).length, times, received.lines.join(", "))
      assert.strictEqual((yield* find(uid)).status, "pending")
      assert.isTrue(received.lines.at(-1)?.startsWith(times < 7 ? "ask" : "send"))
      assert.deepStrictEqual(yield* doubts, [[uid, "outcome"]])
    }).pipe(Effect.provide(world({ acquirers: losing(received, 1000, { keyLife: Duration.decode(life) }) })))
  })

  it.effect("D53: of a reversal is not used after its life, counted from when the reversal began", () => {
    const received = receivedIn()
    return Effect.gen(function* () {
      yield* morning
      yield* begun(received)
      const { uid } = yield* authorize(charge(rejected))
      yield* pass("1 hour")
      const times = sent(received).map((line) => Number(line.split(" ")[1]))
      assert.isAbove(times.length, 1)
      assert.isBelow(Math.max(...times), 80)
      assert.isTrue(received.lines.at(-1)?.startsWith("ask"), received.lines.join(", "))
      assert.deepStrictEqual(yield* doubts, [[uid, "reversal"]])
    }).pipe(Effect.provide(world({ acquirers: losing(received, 1000, short) })))
  })

  it.effect("D53: of a release is as old as the release, not as its authorization", () => {
    const received = receivedIn()
    return Effect.gen(function* () {
      yield* morning
      yield* authorize(charge())
      yield* pass("8 days")
      // The first was lost, and the second arrived.
      assert.strictEqual(sent(received).length, 2, received.lines.join(", "))
      assert.deepStrictEqual(
        (yield* movements).map(({ amount, kind }) => `${kind} ${amount}`),
        ["authorization 1000", "void 1000"]
      )
    }).pipe(Effect.provide(world({ acquirers: losing(received, 1, short) })))
  })
})

describeOnContract("an acquirer that keeps only what it approved", () => {
  it.effect("D53: is asked before a reversal is sent again", () => {
    const received = receivedIn()
    return Effect.gen(function* () {
      yield* morning
      yield* begun(received)
      yield* authorize(charge(rejected))
      yield* pass("2 minutes")
      // For 10 s after each the acquirer could decide the earlier one and the later one apart.
      assert.deepStrictEqual(received.lines, ["send 0", "ask 2", "ask 7", "ask 22", "send 22", "ask 82", "send 82"])
      assert.deepStrictEqual(
        (yield* movements).map(({ kind }) => kind),
        ["authorization", "void"]
      )
    }).pipe(Effect.provide(world({ acquirers: losing(received, 2, { keeps: "successes" }) })))
  })

  it.effect("D40, D53: is sent a capture again only when the earlier one can arrive no more", () =>
    Effect.gen(function* () {
      yield* morning
      let arrives: Effect.Effect<unknown> = Effect.void
      const received = receivedIn()
      // The first one is on its way for 9 s, and whatever came before it would be declined.
      const slow = acquirerWith((real) => ({
        keeps: "successes",
        inFlightWindow: Duration.seconds(10),
        perform: (request) => {
          if (request._tag !== "Capture") return real.perform(request)
          received.lines.push("send")
          arrives = real.perform(request)
          return Effect.succeed(
            received.lines.length === 1
              ? AcquirerAnswer.NoAnswer()
              : AcquirerAnswer.Declined({ reason: "funds", report: noReport })
          )
        }
      }))
      yield* Effect.gen(function* () {
        const { uid } = yield* capture(child(yield* authorize(charge()), 400))
        yield* pass("9 seconds")
        assert.deepStrictEqual(received.lines, ["send"])
        assert.strictEqual((yield* find(uid)).status, "pending")
        yield* arrives
        yield* pass("1 second")
        assert.strictEqual((yield* find(uid)).status, "successful")
        assert.deepStrictEqual(received.lines, ["send"])
      }).pipe(Effect.provide(world({ acquirers: slow })))
    })
  )

  it.effect("D40, D53: is asked about a capture until then, and is sent it again at that instant", () => {
    const received = receivedIn()
    return Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge())
      yield* begun(received)
      yield* capture(child(parent, 400))
      yield* pass("1 minute")
      assert.deepStrictEqual(received.lines, ["send 0", "ask 2", "ask 7", "ask 10", "send 10", "ask 25", "send 25"])
    }).pipe(Effect.provide(world({ acquirers: losing(received, 2, { keeps: "successes" }) })))
  })

  it.scoped("D40, D53: is sent nothing again in the window by processes that take turns", () =>
    Effect.gen(function* () {
      yield* morning
      const store = Layer.succeedContext(yield* Layer.build(emptyStore))
      const received = receivedIn()
      const process = () =>
        Layer.build(
          world({
            store,
            acquirers: losing(received, 1000, {
              keeps: "successes",
              inFlightWindow: Duration.seconds(20),
              status: () => Effect.succeed(AcquirerStatus.NotFound())
            })
          })
        )
      const processes = [yield* process(), yield* process()]
      yield* Effect.gen(function* () {
        const parent = yield* authorize(charge())
        yield* begun(received)
        yield* capture(child(parent, 400))
      }).pipe(Effect.provide(processes[0]!))
      for (let second = 1; second <= 60; second++) {
        yield* TestClock.adjust("1 second")
        // The second one asks after 2 s, the first one after 7 s, and from 22 s on the second one.
        const faster = processes[second < 3 || second > 21 ? 1 : 0]!
        yield* Effect.flatMap(Scheduler, ({ runDue }) => Effect.flatMap(DateTime.now, runDue)).pipe(
          Effect.provide(faster)
        )
      }
      // Each counts from when it holds the work again, because the other one may have sent it meanwhile.
      assert.deepStrictEqual(sent(received), ["send 0", "send 42"])
    })
  )

  it.effect("D53: that took an approval back without an answer is not sent the reversal again", () => {
    const received = receivedIn()
    const silent = acquirerWith((real) => ({
      keeps: "successes",
      perform: (request) => {
        if (request._tag !== "Void") return real.perform(request)
        received.lines.push("send")
        return Effect.as(real.perform(request), AcquirerAnswer.NoAnswer())
      },
      status: (key, about) => {
        if (about.kind === "void") received.lines.push("ask")
        return real.status(key, about)
      }
    }))
    return Effect.gen(function* () {
      yield* morning
      yield* authorize(charge(rejected))
      yield* pass("1 hour")
      assert.deepStrictEqual(received.lines, ["send", "ask"])
      assert.deepStrictEqual(yield* doubts, [])
    }).pipe(Effect.provide(world({ acquirers: silent })))
  })
})

describeOnContract("an acquirer that cannot be asked", () => {
  const silent = { answersByKey: false, status: () => Effect.succeed(AcquirerStatus.Unknown()) } as const

  it.effect.each([
    { lost: 2, sends: 3, status: "successful" },
    // Within two minutes, less a call and the window.
    { lost: 1000, sends: 4, status: "pending" }
  ])("D57: is sent a capture again under its key while that is alive: of $lost lost it is $status", (row) => {
    const received = receivedIn()
    return Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge())
      yield* begun(received)
      const { uid } = yield* capture(child(parent, 400))
      yield* pass("1 hour")
      assert.strictEqual((yield* find(uid)).status, row.status)
      assert.strictEqual(sent(received).length, row.sends, received.lines.join(", "))
    }).pipe(Effect.provide(world({ acquirers: losing(received, row.lost, { ...short, ...silent }) })))
  })

  it.effect("D57: and has received a capture is not sent it again", () => {
    const received = receivedIn()
    const receiving = acquirerWith((real) => ({
      ...silent,
      perform: (request) => {
        if (request._tag === "Charge") return real.perform(request)
        received.lines.push("send")
        return Effect.succeed(AcquirerAnswer.Accepted({ reference: "received" }))
      }
    }))
    return Effect.gen(function* () {
      yield* morning
      const { uid } = yield* capture(child(yield* authorize(charge()), 400))
      yield* pass("1 hour")
      assert.strictEqual((yield* find(uid)).status, "pending")
      assert.deepStrictEqual(received.lines, ["send"])
    }).pipe(Effect.provide(world({ acquirers: receiving })))
  })
})
