/** One key is one operation, however often it is sent; another key is another one. Source: D40. */
import type { AcquirerCard, AcquirerRequest } from "@florin/core/cards/Acquirer"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as assert from "../../internal/assert.js"
import { about, charge, child, payOut } from "../AcquirerRequests.js"
import {
  type AcquirerUnderTest,
  type Add,
  assertMovements,
  assertOnce,
  assertStatus,
  expecting,
  type Open,
  oneOfEach,
  type SuiteCards
} from "./underTest.js"

const keys = (check: Add, open: Open, { approvingCard, decliningCard }: SuiteCards): void => {
  check("answers the same to the same key, moves money once and says so by key", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const request of yield* oneOfEach(approvingCard)) {
        const first = yield* expecting("Approved", under, request)
        assert.deepStrictEqual(yield* under.acquirer.perform(request), first)
        yield* assertOnce(under, request)
        yield* assertStatus(under, request.key, first)
      }
    })
  )

  check("declines the same key again for the same reason and moves nothing", () =>
    Effect.gen(function* () {
      const under = yield* open
      const request = yield* charge("payment", decliningCard, { amount: 1000 })
      const first = yield* expecting("Declined", under, request)
      assert.deepStrictEqual(yield* under.acquirer.perform(request), first)
      yield* assertMovements(under, request.key, 0)
      yield* assertStatus(under, request.key, first)
    })
  )

  check("gives twenty equal requests at once one answer and one movement", () =>
    Effect.gen(function* () {
      const under = yield* open
      const request = yield* charge("authorization", approvingCard, { amount: 1000 })
      const capture = yield* child("Capture", request.key, { amount: 600 })
      for (const each of [request, capture]) {
        const answers = yield* Effect.replicateEffect(under.acquirer.perform(each), 20, { concurrency: "unbounded" })
        for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
        yield* assertMovements(under, each.key, 1)
      }
      // Had the capture been done twice, nothing would be left.
      yield* expecting("Approved", under, yield* child("Capture", request.key, { amount: 400 }))
      yield* expecting("Declined", under, yield* child("Capture", request.key, { amount: 1 }))
    })
  )

  check("does not do another request under a key it knows", () =>
    Effect.gen(function* () {
      const under = yield* open
      const first = yield* charge("payment", approvingCard, { amount: 1000 })
      yield* expecting("Approved", under, first)
      const before = yield* under.acquirer.status(first.key, about)
      yield* expecting("Declined", under, yield* charge("payment", approvingCard, { amount: 999, key: first.key }))
      assert.deepStrictEqual(yield* under.acquirer.status(first.key, about), before)
      yield* assertMovements(under, first.key, 1)
    })
  )
}

/** Requests of every kind, each twice under two keys: both can be done. */
const twoOfEach = (card: AcquirerCard) =>
  Effect.gen(function* () {
    const hold = yield* charge("authorization", card, { amount: 1000 })
    const payment = yield* charge("payment", card, { amount: 500 })
    const makers: ReadonlyArray<Effect.Effect<AcquirerRequest>> = [
      charge("authorization", card, { amount: 700 }),
      charge("payment", card, { amount: 700 }),
      child("Capture", hold.key, { amount: 300 }),
      child("Void", hold.key, { amount: 200 }),
      child("Refund", payment.key, { amount: 250 }),
      payOut("credit", card, { amount: 300 }),
      payOut("payout", card, { amount: 300 })
    ]
    return { parents: [hold, payment], pairs: yield* Effect.forEach(makers, (make) => Effect.all([make, make])) }
  })

/** A window in which equal requests count as one is a merchant's protection from a second click (D12), not an acquirer's. */
const intents = (check: Add, open: Open, { approvingCard }: SuiteCards): void => {
  check("does two equal requests under two keys twice, one right after the other and both at once", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const concurrency of [1, "unbounded"] as const) {
        const { pairs, parents } = yield* twoOfEach(approvingCard)
        for (const parent of parents) yield* expecting("Approved", under, parent)
        for (const pair of pairs) {
          yield* Effect.forEach(pair, (each) => expecting("Approved", under, each), { concurrency })
          for (const each of pair) yield* assertOnce(under, each)
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

const interrupted = (check: Add, open: Open, { approvingCard }: SuiteCards): void => {
  for (const wait of [0, 3, 15]) {
    check(`answers what is sent again after its answer was not awaited for longer than ${wait} ms`, () =>
      Effect.gen(function* () {
        const under = yield* open
        for (const request of yield* oneOfEach(approvingCard)) {
          yield* givingUp(under, request, wait)
          yield* expecting("Approved", under, request)
          yield* assertOnce(under, request)
        }
      })
    )
  }
}

const unanswered = (check: Add, open: Open, { lateCard, lostCard }: SuiteCards): void => {
  const cases = [
    { name: "was lost", card: lostCard, status: "NotFound", movements: 0 },
    { name: "was answered too late", card: lateCard, status: "Approved", movements: 1 }
  ] as const
  for (const { card, movements, name, status } of cases) {
    if (card === undefined) continue
    check(`gives no answer to a request that ${name}, the truth by key, and Approved when sent again`, () =>
      Effect.gen(function* () {
        const under = yield* open
        for (const request of [
          yield* charge("payment", card, { amount: 1000 }),
          yield* payOut("payout", card, { amount: 1000 })
        ]) {
          yield* expecting("NoAnswer", under, request)
          yield* Effect.sleep(under.acquirer.inFlightWindow)
          assert.strictEqual((yield* under.acquirer.status(request.key, about))._tag, status)
          yield* assertMovements(under, request.key, movements)
          yield* expecting("Approved", under, request)
          yield* assertOnce(under, request)
        }
      })
    )
  }
}

export const sendings = (check: Add, open: Open, cards: SuiteCards): void => {
  keys(check, open, cards)
  intents(check, open, cards)
  interrupted(check, open, cards)
  unanswered(check, open, cards)
}
