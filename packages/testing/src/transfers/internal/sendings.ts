/** One key is one operation, however often it is sent; another key is another one. Source: D40. */
import type { TransferRequest } from "@florin/core/transfers/TransferProvider"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as assert from "../../internal/assert.js"
import { payment, payout, refund } from "../TransferRequests.js"
import {
  type Add,
  accepted,
  assertMovements,
  assertSame,
  assertStatus,
  type Change,
  expecting,
  type Open,
  oneOfEach,
  type ProviderUnderTest,
  paid,
  paidOrder,
  plain,
  type SuiteTransfers
} from "./underTest.js"

/** It is done once: the outside does its part, and the books hold it once. */
const assertOnce = Effect.fnUntraced(function* (under: ProviderUnderTest, request: TransferRequest) {
  yield* paid(under, request)
  yield* assertMovements(under, request.key, 1)
})

const keys = (check: Add, open: Open, of: SuiteTransfers): void => {
  check("answers the same to the same key, says so by key and moves money once", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const request of yield* oneOfEach(under, of)) {
        const first = yield* accepted(under, request)
        assertSame(yield* under.provider.perform(request), first)
        yield* assertStatus(under, request.key, first)
        yield* assertOnce(under, request)
      }
    })
  )

  check("refuses the same key again for the same reason, says so by key and moves nothing", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const request of (yield* oneOfEach(under, of)).map(of.refused)) {
        const first = yield* expecting(["Rejected"], under, request)
        assertSame(yield* under.provider.perform(request), first)
        yield* assertStatus(under, request.key, first)
        yield* assertMovements(under, request.key, 0)
      }
    })
  )

  check("gives twenty equal requests at once one answer, and does it once", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const request of yield* oneOfEach(under, of)) {
        const answers = yield* Effect.replicateEffect(accepted(under, request), 20, { concurrency: "unbounded" })
        for (const answer of answers) assertSame(answer, answers[0])
        yield* assertOnce(under, request)
        // Had the refund been done twice, less would be left.
        if (request._tag === "Refund") yield* accepted(under, yield* refund(request.parent, { amount: 60_000 }))
      }
    })
  )

  check("answers what is repeated after it was paid as at first or as it stands, and moves nothing", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const request of yield* oneOfEach(under, of)) {
        const first = yield* accepted(under, request)
        const last = yield* paid(under, request)
        assert.include([plain(first), plain(last)], plain(yield* under.provider.perform(request)))
        yield* assertStatus(under, request.key, last)
        yield* assertMovements(under, request.key, 1)
      }
    })
  )

  check("does not do another request under a key it knows", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const request of yield* oneOfEach(under, of)) {
        const first = yield* accepted(under, request)
        const { amount, key } = request
        for (const other of [
          { ...request, amount: (amount - 10_000) as typeof amount },
          yield* request._tag === "Payout" ? payment("sbp", { amount, key }) : payout(of.recipient, { amount, key })
        ]) {
          const answer = yield* under.provider.perform(other)
          assert.include(["Rejected", "NotSent"], answer._tag, `another ${other._tag}`)
          yield* assertStatus(under, key, first)
        }
        assert.strictEqual((yield* paid(under, request)).amount, amount)
        yield* assertMovements(under, key, 1)
      }
    })
  )
}

/** Requests of every kind, each twice under two keys: both can be done. */
const twoOfEach = (under: ProviderUnderTest, { recipient }: SuiteTransfers) =>
  Effect.gen(function* () {
    const parent = yield* paidOrder(under)
    const makers: ReadonlyArray<Effect.Effect<TransferRequest>> = [
      payment("sbp", { amount: 70_000 }),
      payment("sbp_data", { amount: 70_000 }),
      refund(parent, { amount: 50_000 }),
      payout(recipient, { amount: 500_000 })
    ]
    return yield* Effect.forEach(makers, (make) => Effect.all([make, make]))
  })

/** A window in which equal requests count as one is a merchant's protection from a second click (D12), not a bank's. */
const intents = (check: Add, open: Open, of: SuiteTransfers): void => {
  check("does two equal requests under two keys twice, one right after the other and both at once", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const concurrency of [1, "unbounded"] as const) {
        for (const pair of yield* twoOfEach(under, of)) {
          yield* Effect.forEach(pair, (each) => accepted(under, each), { concurrency })
          for (const each of pair) yield* assertOnce(under, each)
        }
      }
    })
  )
}

/** Gives up waiting for the answer after so many milliseconds: the request is somewhere on its way. */
const givingUp = Effect.fnUntraced(function* ({ provider }: ProviderUnderTest, request: TransferRequest, wait: number) {
  const fiber = yield* Effect.fork(provider.perform(request))
  yield* Effect.sleep(wait)
  yield* Fiber.interrupt(fiber)
})

const interrupted = (check: Add, open: Open, of: SuiteTransfers): void => {
  for (const wait of [0, 3, 15]) {
    check(`does once what is sent again after its answer was not awaited for longer than ${wait} ms`, () =>
      Effect.gen(function* () {
        const under = yield* open
        for (const request of yield* oneOfEach(under, of)) {
          yield* givingUp(under, request, wait)
          yield* assertOnce(under, request)
        }
      })
    )
  }
}

const unanswered = (check: Add, open: Open, of: SuiteTransfers): void => {
  const both = (name: string, change: Change | undefined, run: typeof lost): void => {
    if (change === undefined) return
    check(name, () =>
      Effect.gen(function* () {
        const under = yield* open
        for (const request of yield* oneOfEach(under, of)) yield* run(under, change(request))
      })
    )
  }

  const lost = Effect.fnUntraced(function* (under: ProviderUnderTest, request: TransferRequest) {
    yield* expecting(["NoAnswer"], under, request)
    yield* assertStatus(under, request.key, { _tag: "NotFound" })
    yield* assertMovements(under, request.key, 0)
    yield* assertOnce(under, request)
  })

  const late = Effect.fnUntraced(function* (under: ProviderUnderTest, request: TransferRequest) {
    yield* expecting(["NoAnswer"], under, request)
    const status = yield* under.provider.status(request.key)
    assert.include(["Waiting", "Paid"], status._tag)
    assertSame(yield* accepted(under, request), status)
    yield* assertOnce(under, request)
  })

  both("gives no answer to a request that was lost, has not found it, and does it when it is sent again", of.lost, lost)
  both(
    "gives no answer to a request that was answered too late, and the truth by key and when it is sent again",
    of.late,
    late
  )
}

export const sendings = (check: Add, open: Open, of: SuiteTransfers): void => {
  keys(check, open, of)
  intents(check, open, of)
  interrupted(check, open, of)
  unanswered(check, open, of)
}
