/** Refunds take no more than was paid. Source: D32. */
import type { Amount } from "@florin/core/money/Amount"
import * as Effect from "effect/Effect"
import { newKey } from "../../acquirers/AcquirerRequests.js"
import * as assert from "../../internal/assert.js"
import { payment, refund } from "../TransferRequests.js"
import {
  type Add,
  accepted,
  assertMovements,
  declined,
  expecting,
  type Open,
  paid,
  paidOrder,
  type SuiteTransfers
} from "./underTest.js"

type Step = readonly [amount: number, expected: "accepted" | "declined"]

const limits: ReadonlyArray<{ readonly name: string; readonly pays: number; readonly steps: ReadonlyArray<Step> }> = [
  { name: "refunds all that was paid", pays: 100_000, steps: [[100_000, "accepted"]] },
  { name: "refunds no more than was paid", pays: 100_000, steps: [[100_001, "declined"]] },
  {
    name: "refunds in parts up to what was paid",
    pays: 100_000,
    steps: [
      [40_000, "accepted"],
      [60_001, "declined"],
      [60_000, "accepted"],
      [1, "declined"]
    ]
  },
  {
    name: "refunds no more than the customer has paid of an order",
    pays: 60_000,
    steps: [
      [60_001, "declined"],
      [60_000, "accepted"]
    ]
  }
]

const sums = (check: Add, open: Open): void => {
  for (const { name, pays, steps } of limits) {
    check(name, () =>
      Effect.gen(function* () {
        const under = yield* open
        for (const isDone of [false, true]) {
          const order = yield* payment("sbp_data", { amount: 100_000 })
          yield* paid(under, order, pays as Amount)
          for (const [amount, expected] of steps) {
            const request = yield* refund(order.key, { amount })
            yield* expected === "declined" ? declined(under, request) : accepted(under, request)
            // Whether a bank has done it yet makes no difference.
            if (isDone && expected === "accepted") yield* paid(under, request)
          }
        }
      })
    )
  }

  check("lets twenty different refunds at once take no more than was paid", () =>
    Effect.gen(function* () {
      const under = yield* open
      const parent = yield* paidOrder(under)
      const refunds = yield* Effect.replicateEffect(refund(parent, { amount: 10_000 }), 20)
      const answers = yield* Effect.forEach(refunds, under.provider.perform, { concurrency: "unbounded" })
      const taken = answers.filter(({ _tag }) => _tag === "Waiting" || _tag === "Paid")
      assert.strictEqual(taken.length, 10)
    })
  )

  check("refunds anew what a bank has not refunded", () =>
    Effect.gen(function* () {
      const under = yield* open
      const parent = yield* paidOrder(under)
      const first = yield* refund(parent, { amount: 100_000 })
      const answer = yield* accepted(under, first)
      if (answer._tag === "Paid") return
      yield* under.refuse(first.key)
      yield* paid(under, yield* refund(parent, { amount: 100_000 }))
    })
  )
}

const parents = (check: Add, open: Open, { refused }: SuiteTransfers): void => {
  check("does not refund what is not paid yet", () =>
    Effect.gen(function* () {
      const under = yield* open
      const order = yield* payment("sbp", { amount: 100_000 })
      yield* expecting(["Waiting"], under, order)
      yield* declined(under, yield* refund(order.key, { amount: 1000 }))
    })
  )

  check("does not refund what it has refused", () =>
    Effect.gen(function* () {
      const under = yield* open
      const order = refused(yield* payment("sbp", { amount: 100_000 }))
      yield* expecting(["Rejected"], under, order)
      yield* declined(under, yield* refund(order.key, { amount: 1000 }))
    })
  )

  check("does not refund what it does not know", () =>
    Effect.gen(function* () {
      const under = yield* open
      const request = yield* refund(yield* newKey, { amount: 1000 })
      yield* declined(under, request)
      yield* assertMovements(under, request.key, 0)
    })
  )
}

export const refunding = (check: Add, open: Open, of: SuiteTransfers): void => {
  sums(check, open)
  parents(check, open, of)
}
