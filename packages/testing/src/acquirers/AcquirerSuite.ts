/**
 * The contract of an acquirer, as tests that every implementation runs.
 *
 * @since 0.1.0
 */
import { assert, describe, it } from "@effect/vitest"
import type { AcquirerAnswer, AcquirerCard, AcquirerRequest, AcquirerService } from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { charge, child, newKey, type Order, payOut } from "./AcquirerRequests.js"

/**
 * An acquirer and, where they can be looked into, its books.
 *
 * @since 0.1.0
 * @category models
 */
export interface AcquirerUnderTest {
  readonly acquirer: AcquirerService
  /** How many movements the books hold under a key. Without it the suite concludes from what is left to capture. */
  readonly movementsOf?: (key: AcquirerKey) => Effect.Effect<number>
}

/**
 * The cards the acquirer has for tests. `lostCard`: no answer, nothing charged. `lateCard`: no answer, charged.
 *
 * @since 0.1.0
 * @category models
 */
export interface SuiteCards {
  readonly approvingCard: AcquirerCard
  readonly decliningCard: AcquirerCard
  readonly lostCard?: AcquirerCard
  readonly lateCard?: AcquirerCard
}

type Open = Effect.Effect<AcquirerUnderTest, unknown, Scope.Scope>

const assertMovements = (under: AcquirerUnderTest, key: AcquirerKey, expected: number): Effect.Effect<void> =>
  under.movementsOf === undefined
    ? Effect.void
    : Effect.map(under.movementsOf(key), (count) => assert.strictEqual(count, expected, "movements under the key"))

/** Asks, and expects an answer of that kind. */
const expecting = Effect.fnUntraced(function* (
  tag: AcquirerAnswer["_tag"],
  { acquirer }: AcquirerUnderTest,
  request: AcquirerRequest
) {
  const answer = yield* acquirer.perform(request)
  assert.strictEqual(answer._tag, tag, `${request._tag} of ${request.amount}`)
  return answer
})

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

/** One request of every kind, each possible when it is its turn. */
const oneOfEach = (card: AcquirerCard) =>
  Effect.gen(function* () {
    const authorization = yield* charge("authorization", card, { amount: 1000 })
    const payment = yield* charge("payment", card, { amount: 500 })
    const capture = yield* child("Capture", authorization.key, { amount: 600 })
    return [
      authorization,
      payment,
      yield* charge("tokenization", card, { amount: 0 }),
      capture,
      yield* child("Void", authorization.key, { amount: 400 }),
      yield* child("Refund", capture.key, { amount: 600 }),
      yield* child("Refund", payment.key, { amount: 500 }),
      yield* payOut("credit", card, { amount: 300 }),
      yield* payOut("payout", card, { amount: 300 })
    ]
  })

const movesMoney = (request: AcquirerRequest): boolean => request._tag !== "Charge" || request.kind !== "tokenization"

const keys = (open: Open, { approvingCard, decliningCard }: SuiteCards): void => {
  it.scopedLive("answers the same to the same key and moves money once", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const request of yield* oneOfEach(approvingCard)) {
        const first = yield* expecting("Approved", under, request)
        assert.deepStrictEqual(yield* under.acquirer.perform(request), first)
        yield* assertMovements(under, request.key, movesMoney(request) ? 1 : 0)
      }
    })
  )

  it.scopedLive("declines the same key again for the same reason and moves nothing", () =>
    Effect.gen(function* () {
      const under = yield* open
      const request = yield* charge("payment", decliningCard, { amount: 1000 })
      const first = yield* expecting("Declined", under, request)
      assert.deepStrictEqual(yield* under.acquirer.perform(request), first)
      yield* assertMovements(under, request.key, 0)
    })
  )

  it.scopedLive("gives twenty equal requests at once one answer and one movement", () =>
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

  it.scopedLive("does not do another request under a key it knows", () =>
    Effect.gen(function* () {
      const under = yield* open
      const first = yield* charge("payment", approvingCard, { amount: 1000 })
      yield* expecting("Approved", under, first)
      const before = yield* under.acquirer.status(first.key)
      yield* expecting("Declined", under, yield* charge("payment", approvingCard, { amount: 999, key: first.key }))
      assert.deepStrictEqual(yield* under.acquirer.status(first.key), before)
      yield* assertMovements(under, first.key, 1)
    })
  )
}

const statuses = (open: Open, { approvingCard, decliningCard }: SuiteCards): void => {
  it.scopedLive("says by key what it approved and what it declined", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const request of yield* oneOfEach(approvingCard)) {
        const answer = yield* expecting("Approved", under, request)
        assert.deepStrictEqual({ ...(yield* under.acquirer.status(request.key)) }, { ...answer } as object)
      }
      const request = yield* charge("authorization", decliningCard, { amount: 1000 })
      const answer = yield* expecting("Declined", under, request)
      assert.deepStrictEqual({ ...(yield* under.acquirer.status(request.key)) }, { ...answer } as object)
    })
  )

  it.scopedLive("has not found a key it has never seen", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* open
      assert.strictEqual((yield* acquirer.status(yield* newKey))._tag, "NotFound")
    })
  )

  it.scopedLive("knows after an interruption whether it happened, and does it once when asked again", () =>
    Effect.gen(function* () {
      const under = yield* open
      const request = yield* charge("payment", approvingCard, { amount: 1000 })
      const fiber = yield* Effect.fork(under.acquirer.perform(request))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(fiber)
      yield* Effect.sleep(under.acquirer.inFlightWindow)
      assert.include(["Approved", "NotFound"], (yield* under.acquirer.status(request.key))._tag)
      yield* expecting("Approved", under, request)
      yield* assertMovements(under, request.key, 1)
    })
  )
}

const unanswered = (open: Open, { lateCard, lostCard }: SuiteCards): void => {
  const cases = [
    { name: "was lost", card: lostCard, status: "NotFound", movements: 0 },
    { name: "was answered too late", card: lateCard, status: "Approved", movements: 1 }
  ] as const
  for (const { card, movements, name, status } of cases) {
    if (card === undefined) continue
    it.scopedLive(`gives no answer to a request that ${name}, and the truth when asked: ${status}`, () =>
      Effect.gen(function* () {
        const under = yield* open
        const request = yield* charge("payment", card, { amount: 1000 })
        yield* expecting("NoAnswer", under, request)
        yield* Effect.sleep(under.acquirer.inFlightWindow)
        assert.strictEqual((yield* under.acquirer.status(request.key))._tag, status)
        yield* assertMovements(under, request.key, movements)
      })
    )
  }
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

const children = (open: Open, { approvingCard, decliningCard }: SuiteCards): void => {
  for (const { kind, name, steps } of limits) {
    it.scopedLive(name, () =>
      Effect.gen(function* () {
        const under = yield* open
        const parent = yield* approvedCharge(under, kind, approvingCard, 1000)
        for (const [step, amount, expected] of steps) {
          yield* expecting(expected, under, yield* child(step, parent, { amount }))
        }
      })
    )
  }

  it.scopedLive("refunds a capture up to what it took", () =>
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

  it.scopedLive("lets twenty different captures at once take no more than is held", () =>
    Effect.gen(function* () {
      const under = yield* open
      const parent = yield* approvedCharge(under, "authorization", approvingCard, 1000)
      const captures = yield* Effect.replicateEffect(child("Capture", parent, { amount: 100 }), 20)
      const answers = yield* Effect.forEach(captures, under.acquirer.perform, { concurrency: "unbounded" })
      assert.strictEqual(answers.filter(({ _tag }) => _tag === "Approved").length, 10)
    })
  )

  it.scopedLive("follows neither what it does not know nor what it declined", () =>
    Effect.gen(function* () {
      const under = yield* open
      const declined = yield* charge("authorization", decliningCard, { amount: 1000 })
      yield* expecting("Declined", under, declined)
      for (const parent of [yield* newKey, declined.key]) {
        for (const kind of ["Capture", "Void", "Refund"] as const) {
          yield* expecting("Declined", under, yield* child(kind, parent, { amount: 1 }))
        }
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

const manners = (open: Open, { approvingCard, decliningCard }: SuiteCards): void => {
  it.scopedLive("has a gateway id, a name and an end of waiting", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* open
      assert.isTrue(Number.isSafeInteger(acquirer.gatewayId) && acquirer.gatewayId > 0)
      assert.isNotEmpty(acquirer.name)
      assert.isTrue(Duration.isFinite(acquirer.inFlightWindow))
    })
  )

  it.scopedLive("declines the declining card in every operation on a card", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const kind of ["authorization", "payment", "tokenization"] as const) {
        yield* expecting("Declined", under, yield* charge(kind, decliningCard, { amount: 1000 }))
      }
    })
  )

  for (const [name, card, order] of oddities(approvingCard)) {
    it.scopedLive(`neither fails nor dies when asked ${name}`, () =>
      Effect.gen(function* () {
        const { acquirer } = yield* open
        const exit = yield* Effect.exit(acquirer.perform(yield* charge("payment", card, order)))
        assert.strictEqual(exit._tag, "Success")
      })
    )
  }
}

/**
 * Runs the contract of `AcquirerService` against an acquirer: idempotent by key, status by key, unknown is explicit,
 * follow-ups within their limits, never a failure. `open` is run once per test; it may give the same acquirer each
 * time, for all keys are new. Real time: nothing has to move a test clock.
 *
 * Shape: the cards need an expiry in the future of the clock that is in use.
 *
 * @since 0.1.0
 * @category suites
 */
export const acquirerSuite = <E>(
  name: string,
  open: Effect.Effect<AcquirerUnderTest, E, Scope.Scope>,
  cards: SuiteCards
): void => {
  describe(`${name} keeps the contract of an acquirer`, () => {
    keys(open, cards)
    statuses(open, cards)
    unanswered(open, cards)
    children(open, cards)
    manners(open, cards)
  })
}
