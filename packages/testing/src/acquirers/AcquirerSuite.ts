/** The contract of an acquirer, as tests that every implementation runs. */
import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import * as assert from "../internal/assert.js"
import { declareTest, type Runner } from "../Runner.js"
import { about, charge, child, newKey, type Order } from "./AcquirerRequests.js"
import { sendings } from "./internal/sendings.js"
import {
  type AcquirerUnderTest,
  type Add,
  assertMovements,
  assertStatus,
  type Check,
  expecting,
  type Open,
  oneOfEach,
  type SuiteCards
} from "./internal/underTest.js"

export type { AcquirerUnderTest, Check, SuiteCards } from "./internal/underTest.js"

const approvedCharge = Effect.fnUntraced(function* (
  under: AcquirerUnderTest,
  kind: "authorization" | "payment",
  card: AcquirerCard,
  amount: number
) {
  const request = yield* charge(kind, card, { amount })
  yield* expecting("Approved", under, request)
  return request.key
})

const statuses = (check: Add, open: Open, { approvingCard, decliningCard }: SuiteCards): void => {
  check("says by key what it approved and what it declined", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const request of yield* oneOfEach(approvingCard)) {
        yield* assertStatus(under, request.key, yield* expecting("Approved", under, request))
      }
      const request = yield* charge("authorization", decliningCard, { amount: 1000 })
      yield* assertStatus(under, request.key, yield* expecting("Declined", under, request))
    })
  )

  check("has not found a key it has never seen", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* open
      assert.strictEqual((yield* acquirer.status(yield* newKey, about))._tag, "NotFound")
    })
  )

  check("knows after an interruption whether it happened, and does it once when asked again", () =>
    Effect.gen(function* () {
      const under = yield* open
      const request = yield* charge("payment", approvingCard, { amount: 1000 })
      const fiber = yield* Effect.fork(under.acquirer.perform(request))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(fiber)
      yield* Effect.sleep(under.acquirer.inFlightWindow)
      assert.include(["Approved", "NotFound"], (yield* under.acquirer.status(request.key, about))._tag)
      yield* expecting("Approved", under, request)
      yield* assertMovements(under, request.key, 1)
    })
  )
}

type Step = readonly [kind: "Capture" | "Void" | "Refund", amount: number, expected: "Approved" | "Declined"]

/** Source: D10. */
const limits: ReadonlyArray<{
  readonly name: string
  readonly kind: "authorization" | "payment"
  readonly steps: ReadonlyArray<Step>
}> = [
  { name: "captures what is held", kind: "authorization", steps: [["Capture", 1000, "Approved"]] },
  { name: "captures no more than is held", kind: "authorization", steps: [["Capture", 1001, "Declined"]] },
  { name: "voids what is held", kind: "authorization", steps: [["Void", 1000, "Approved"]] },
  { name: "voids no more than is held", kind: "authorization", steps: [["Void", 1001, "Declined"]] },
  {
    name: "captures and voids in parts up to what is held",
    kind: "authorization",
    steps: [
      ["Capture", 300, "Approved"],
      ["Void", 200, "Approved"],
      ["Capture", 501, "Declined"],
      ["Void", 501, "Declined"],
      ["Capture", 500, "Approved"],
      ["Void", 1, "Declined"]
    ]
  },
  { name: "does not refund what is only held", kind: "authorization", steps: [["Refund", 1, "Declined"]] },
  {
    name: "refunds in parts up to what was paid",
    kind: "payment",
    steps: [
      ["Refund", 400, "Approved"],
      ["Refund", 601, "Declined"],
      ["Refund", 600, "Approved"],
      ["Refund", 1, "Declined"]
    ]
  },
  {
    name: "reverses a payment, and then refunds nothing of it",
    kind: "payment",
    steps: [
      ["Void", 1000, "Approved"],
      ["Refund", 1, "Declined"]
    ]
  },
  {
    name: "does not reverse a payment that was refunded",
    kind: "payment",
    steps: [
      ["Refund", 1000, "Approved"],
      ["Void", 1000, "Declined"]
    ]
  },
  { name: "does not capture a payment", kind: "payment", steps: [["Capture", 1, "Declined"]] }
]

const children = (check: Add, open: Open, { approvingCard, decliningCard }: SuiteCards): void => {
  for (const { kind, name, steps } of limits) {
    check(name, () =>
      Effect.gen(function* () {
        const under = yield* open
        const parent = yield* approvedCharge(under, kind, approvingCard, 1000)
        for (const [step, amount, expected] of steps) {
          yield* expecting(expected, under, yield* child(step, parent, { amount }))
        }
      })
    )
  }

  check("refunds a capture up to what it took", () =>
    Effect.gen(function* () {
      const under = yield* open
      const parent = yield* approvedCharge(under, "authorization", approvingCard, 1000)
      const capture = yield* child("Capture", parent, { amount: 600 })
      yield* expecting("Approved", under, capture)
      yield* expecting("Declined", under, yield* child("Refund", capture.key, { amount: 601 }))
      yield* expecting("Approved", under, yield* child("Refund", capture.key, { amount: 600 }))
      yield* expecting("Declined", under, yield* child("Refund", capture.key, { amount: 1 }))
    })
  )

  check("lets twenty different captures at once take no more than is held", () =>
    Effect.gen(function* () {
      const under = yield* open
      const parent = yield* approvedCharge(under, "authorization", approvingCard, 1000)
      const captures = yield* Effect.replicateEffect(child("Capture", parent, { amount: 100 }), 20)
      const answers = yield* Effect.forEach(captures, under.acquirer.perform, { concurrency: "unbounded" })
      assert.strictEqual(answers.filter(({ _tag }) => _tag === "Approved").length, 10)
    })
  )

  check("does not follow what it declined", () =>
    Effect.gen(function* () {
      const under = yield* open
      const parent = yield* charge("authorization", decliningCard, { amount: 1000 })
      yield* expecting("Declined", under, parent)
      for (const kind of ["Capture", "Void", "Refund"] as const) {
        yield* expecting("Declined", under, yield* child(kind, parent.key, { amount: 1 }))
      }
    })
  )

  // D40: an acquirer that finds the parent by a query has not been told of what follows it.
  check("does not follow what it does not know, and may leave it unsent", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const kind of ["Capture", "Void", "Refund"] as const) {
        const request = yield* child(kind, yield* newKey, { amount: 1 })
        assert.include(["Declined", "NotSent"], (yield* under.acquirer.perform(request))._tag)
        yield* assertMovements(under, request.key, 0)
      }
    })
  )
}

const oddities = (card: AcquirerCard): ReadonlyArray<readonly [string, AcquirerCard, Order]> => {
  const { holder: _holder, securityCode: _code, ...bare } = card
  return [
    ["without holder and security code", bare, { amount: 1000 }],
    ["with a holder in another script", { ...card, holder: "Ёлка 🎄 O'Neil" }, { amount: 1000 }],
    ["with the largest amount", card, { amount: Number.MAX_SAFE_INTEGER }],
    ["in a currency without decimals", card, { amount: 1000, currency: "JPY" }],
    ["with a card that expired long ago", { ...card, expMonth: 1, expYear: 1999 }, { amount: 1000 }]
  ]
}

const manners = (check: Add, open: Open, { approvingCard, decliningCard }: SuiteCards): void => {
  check("has a gateway id, a name and an end of waiting", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* open
      assert.isTrue(Number.isSafeInteger(acquirer.gatewayId) && acquirer.gatewayId > 0)
      assert.isNotEmpty(acquirer.name)
      assert.isTrue(Duration.isFinite(acquirer.inFlightWindow))
    })
  )

  check("declines the declining card in every operation on a card", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const kind of ["authorization", "payment", "tokenization"] as const) {
        yield* expecting("Declined", under, yield* charge(kind, decliningCard, { amount: 1000 }))
      }
    })
  )

  for (const [name, card, order] of oddities(approvingCard)) {
    check(`neither fails nor dies when asked ${name}`, () =>
      Effect.gen(function* () {
        const { acquirer } = yield* open
        const exit = yield* Effect.exit(acquirer.perform(yield* charge("payment", card, order)))
        assert.strictEqual(exit._tag, "Success")
      })
    )
  }
}

/** The promises of the contract, for runners of another kind. */
export const checks = <E>(
  open: Effect.Effect<AcquirerUnderTest, E, Scope.Scope>,
  cards: SuiteCards
): ReadonlyArray<Check> => {
  const all: Array<Check> = []
  const check: Add = (name, run) => void all.push({ name, run: Effect.suspend(run) })
  sendings(check, open, cards)
  statuses(check, open, cards)
  children(check, open, cards)
  manners(check, open, cards)
  return all
}

/**
 * Runs the contract of `AcquirerService` against an acquirer: idempotent by key, status by key, unknown is explicit,
 * children within their limits, never a failure. `open` is run once per test; it may give the same acquirer each
 * time, for all keys are new. Real time: nothing has to move a test clock.
 *
 * Shape: the cards need an expiry in the future of the clock that is in use.
 */
export const acquirerSuite = <E>(
  runner: Runner,
  name: string,
  open: Effect.Effect<AcquirerUnderTest, E, Scope.Scope>,
  cards: SuiteCards
): void => {
  runner.describe(`${name} keeps the contract of an acquirer`, () => {
    for (const { name, run } of checks(open, cards)) declareTest(runner, name, run)
  })
}
