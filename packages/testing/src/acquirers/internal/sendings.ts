/** One key is one operation, however often it is sent; another key is another one. Source: D40. */
import type { AcquirerRequest } from "@florin/core/cards/Acquirer"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as assert from "../../internal/assert.js"
import {
  assertLearned,
  assertOnce,
  assertSameAgain,
  assertStatus,
  capabilitiesOf,
  eachKind,
  expecting,
  learned,
  requestsOf
} from "./asking.js"
import { type AcquirerUnderTest, type Add, assertMovements, type Open, type Source, type Sources } from "./underTest.js"

const keys = (check: Add, open: Open, { approving, declining }: Sources): void => {
  check("answers the same to the same key, moves money once and says so by key", () =>
    Effect.gen(function* () {
      const under = yield* open
      yield* eachKind(under, approving, (request) =>
        Effect.gen(function* () {
          const done = yield* expecting("Approved", under, request)
          yield* assertSameAgain(under, done)
          yield* assertOnce(under, done)
          yield* assertStatus(under, done)
          return done
        })
      )
    })
  )

  check("declines the same key again for the same reason and moves nothing", () =>
    Effect.gen(function* () {
      const under = yield* open
      const request = yield* requestsOf(under).charge("payment", declining, { amount: 1000 })
      const done = yield* expecting("Declined", under, request)
      yield* assertSameAgain(under, done)
      yield* assertMovements(under, request.key, 0)
      yield* assertLearned(["Declined"], under, request)
      if (under.acquirer.keeps !== "successes") yield* assertStatus(under, done)
    })
  )

  check("gives twenty equal requests at once one answer and one movement", () =>
    Effect.gen(function* () {
      const under = yield* open
      const atOnce = Effect.fnUntraced(function* (request: AcquirerRequest) {
        const answers = yield* Effect.replicateEffect(under.acquirer.perform(request), 20, { concurrency: "unbounded" })
        for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
        const done = yield* expecting("Approved", under, request)
        yield* assertMovements(under, request.key, 1)
        return done
      })
      const { charge, child } = requestsOf(under)
      const hold = yield* atOnce(yield* charge("authorization", approving, { amount: 1000 }))
      const { captures } = capabilitiesOf(under)
      if (captures === "none") return
      yield* atOnce(yield* child("Capture", hold, { amount: 600 }))
      if (captures === "one") return
      // Had the capture been done twice, nothing would be left.
      yield* expecting("Approved", under, yield* child("Capture", hold, { amount: 400 }))
      yield* expecting("Declined", under, yield* child("Capture", hold, { amount: 1 }))
    })
  )

  check("does not do another request under a key it knows", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { charge } = requestsOf(under)
      const first = yield* expecting("Approved", under, yield* charge("payment", approving, { amount: 1000 }))
      const before = yield* learned(under, first.request, first)
      yield* expecting("Declined", under, yield* charge("payment", approving, { amount: 999, key: first.key }))
      assert.deepStrictEqual(yield* learned(under, first.request, first), before)
      yield* assertMovements(under, first.key, 1)
    })
  )
}

/** Requests of every kind that can be done twice, each twice under two keys. */
const twoOfEach = Effect.fnUntraced(function* (under: AcquirerUnderTest, by: Source) {
  const { charge, child, payOut } = requestsOf(under)
  const can = capabilitiesOf(under)
  const hold = yield* expecting("Approved", under, yield* charge("authorization", by, { amount: 1000 }))
  const payment = yield* expecting("Approved", under, yield* charge("payment", by, { amount: 500 }))
  const makers: ReadonlyArray<readonly [boolean, Effect.Effect<AcquirerRequest>]> = [
    [true, charge("authorization", by, { amount: 700 })],
    [true, charge("payment", by, { amount: 700 })],
    [can.captures === "many", child("Capture", hold, { amount: 300 })],
    [can.partialVoids === true, child("Void", hold, { amount: 200 })],
    [can.refunds, child("Refund", payment, { amount: 250 })],
    [can.credits, payOut("credit", by, { amount: 300 })],
    [can.payouts, payOut("payout", by, { amount: 300 })]
  ]
  const possible = makers.filter(([isPossible]) => isPossible)
  return yield* Effect.forEach(possible, ([, make]) => Effect.all([make, make]))
})

/** A window in which equal requests count as one is a merchant's protection from a second click (D12), not an acquirer's. */
const intents = (check: Add, open: Open, { approving }: Sources): void => {
  check("does two equal requests under two keys twice, one right after the other and both at once", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const concurrency of [1, "unbounded"] as const) {
        for (const pair of yield* twoOfEach(under, approving)) {
          const both = yield* Effect.forEach(pair, (each) => expecting("Approved", under, each), { concurrency })
          for (const each of both) yield* assertOnce(under, each)
        }
      }
    })
  )
}

/** Gives up waiting for the answer after so many milliseconds: the request is somewhere on its way. */
const givingUp = Effect.fnUntraced(function* ({ acquirer }: AcquirerUnderTest, request: AcquirerRequest, wait: number) {
  const fiber = yield* Effect.fork(acquirer.perform(request))
  yield* Effect.sleep(wait)
  yield* Fiber.interrupt(fiber)
})

const interrupted = (check: Add, open: Open, { approving }: Sources): void => {
  for (const wait of [0, 3, 15]) {
    check(`answers what is sent again after its answer was not awaited for longer than ${wait} ms`, () =>
      Effect.gen(function* () {
        const under = yield* open
        yield* eachKind(under, approving, (request) =>
          Effect.gen(function* () {
            yield* givingUp(under, request, wait)
            const done = yield* expecting("Approved", under, request)
            yield* assertOnce(under, done)
            return done
          })
        )
      })
    )
  }
}

const unanswered = (check: Add, open: Open, { late, lost }: Sources): void => {
  const cases = [
    { name: "was lost", by: lost, status: "NotFound", movements: 0 },
    { name: "was answered too late", by: late, status: "Approved", movements: 1 }
  ] as const
  for (const { by, movements, name, status } of cases) {
    if (by === undefined) continue
    check(`gives no answer to a request that ${name}, the truth by key, and Approved when sent again`, () =>
      Effect.gen(function* () {
        const under = yield* open
        const { charge, payOut } = requestsOf(under)
        const requests: Array<AcquirerRequest> = [yield* charge("payment", by, { amount: 1000 })]
        if (capabilitiesOf(under).payouts) requests.push(yield* payOut("payout", by, { amount: 1000 }))
        for (const request of requests) {
          yield* expecting("NoAnswer", under, request)
          yield* Effect.sleep(under.acquirer.inFlightWindow)
          yield* assertLearned([status], under, request)
          yield* assertMovements(under, request.key, movements)
          yield* assertOnce(under, yield* expecting("Approved", under, request))
        }
      })
    )
  }
}

export const sendings = (check: Add, open: Open, sources: Sources): void => {
  keys(check, open, sources)
  intents(check, open, sources)
  interrupted(check, open, sources)
  unanswered(check, open, sources)
}
