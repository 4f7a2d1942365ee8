/** The other gateway's list of what was moved there, and our books compared with it. Source: D1, D38, D41. */
import { assert, describe, it } from "@effect/vitest"
import { MovementsUnavailable } from "@florin/core/money/Movement"
import { Reconciliation } from "@florin/core/reconciliation/Reconciliation"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pageLimit } from "../src/internal/movements.js"
import { connected, quietly } from "./internal/asking.js"
import { answers, hangs, resets } from "./internal/behaviours.js"
import { type Behaviour, hostile } from "./internal/hostile.js"
import * as OtherGateway from "./internal/otherGateway.js"
import * as OurGateway from "./internal/ourGateway.js"

const { authorize, card, find, follow, pay, recover, refund } = OurGateway

const around = Effect.map(DateTime.now, (now) => ({
  from: DateTime.subtract(now, { hours: 1 }),
  to: DateTime.add(now, { hours: 1 })
}))

const reconciled = Effect.gen(function* () {
  const { checked, differences, inDoubt, notCompared } = yield* (yield* Reconciliation).run(yield* around)
  const shown = differences.map(({ kind, ours, theirs }) =>
    [kind, ours && `${ours.kind} ${ours.amount}`, theirs && `${theirs.kind} ${theirs.amount}`].join(" ")
  )
  return { checked, inDoubt, notCompared, shown }
})

type Other = Effect.Effect.Success<ReturnType<typeof OtherGateway.start>>

const behind = <A, E>(test: (other: Other) => Effect.Effect<A, E, OurGateway.Services>) =>
  Effect.gen(function* () {
    const other = yield* OtherGateway.start()
    const upstream = OtherGateway.upstreamAt(other.port)
    return yield* Effect.provide(test(other), OurGateway.layer({ upstream, inFlightWindow: 0 }))
  }).pipe(quietly)

describe("Our books and those of the other gateway", () => {
  it.scopedLive("agree about everything that was sent there (D1, D38)", () =>
    behind(() =>
      Effect.gen(function* () {
        const hold = yield* authorize()
        const capture = yield* follow("capture", hold, 600)
        yield* follow("void", hold, 400)
        yield* refund(capture, 250)
        yield* pay({ credit_card: { ...card, holder: "FUNDS" } })
        yield* pay({ amount: 700 })
        const { checked, shown } = yield* reconciled
        assert.deepStrictEqual([checked, shown], [5, []])
      })
    )
  )

  it.scopedLive("differ where somebody else moved something there (D38)", () =>
    behind(({ port }) =>
      Effect.gen(function* () {
        const { uid } = yield* pay()
        const [theirs] = yield* OtherGateway.transactionsOf(port, uid)
        yield* OtherGateway.byHand(port, "refunds", { parent_uid: theirs!.uid, amount: 300, reason: "By hand" })
        yield* OtherGateway.byHand(port, "refunds", {
          ...{ parent_uid: theirs!.uid, amount: 200, reason: "By hand" },
          tracking_id: "of-another-system"
        })
        const { checked, shown } = yield* reconciled
        assert.deepStrictEqual([checked, shown], [3, ["missing-here  refund 300", "missing-here  refund 200"]])
      })
    )
  )

  it.scopedLive("say nothing of what is in doubt here, and agree about it afterwards (D40)", () =>
    behind(({ advance }) =>
      Effect.gen(function* () {
        const { uid } = yield* pay({ credit_card: { ...card, holder: "LATE" } })
        assert.strictEqual((yield* find(uid)).status, "pending")
        assert.strictEqual((yield* reconciled).inDoubt, 1)
        yield* advance("PT10S")
        yield* recover(uid)
        const { checked, inDoubt, shown } = yield* reconciled
        assert.deepStrictEqual([checked, inDoubt, shown], [1, 0, []])
      })
    )
  )
})

const uid = "0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35"

const listed = (changes: object = {}) => ({
  ...{ id: "there-1", kind: "payment", amount: 1000, currency: "EUR", reference: `${uid};payment 1000 EUR` },
  at: "2026-03-02T09:00:00.000Z",
  ...changes
})

const day = { from: DateTime.unsafeMake("2026-03-02T00:00:00Z"), to: DateTime.unsafeMake("2026-03-03T00:00:00Z") }

/** What the connector lists of such answers, or why it lists nothing, and how often it asked. */
const learned = Effect.fnUntraced(function* (behaviour: Behaviour, options: Parameters<typeof connected>[1] = {}) {
  const { port, received } = yield* hostile(answers(500), behaviour)
  const { movements } = yield* connected(port, options)
  const found = yield* Effect.either(movements!(day))
  return { found, requested: received.map(({ path }) => new URL(path, "http://other.example")) }
}, quietly)

const keysOf = (...list: ReadonlyArray<object>) =>
  Effect.map(learned(answers(200, { movements: list })), ({ found }) =>
    found._tag === "Right" ? found.right.map(({ key }) => key as string) : found.left._tag
  )

const number = "4200000000000000"

describe("A list of movements", () => {
  it.scopedLive.each([
    ["ours", listed(), uid],
    ["a reversal of ours", listed({ reference: `${uid}:reverse;void 1000 EUR of there-1` }), `${uid}:reverse`],
    ["one without a reference", listed({ reference: null }), "there-1"],
    ["another system's", listed({ reference: "order-7" }), "there-1"],
    ["one whose reference is a card number", listed({ reference: number }), "there-1"],
    ["one whose id is a card number too", listed({ id: number, reference: number }), "unknown"]
  ] as const)("names %s (D38, D41)", ([, one, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* keysOf(one), [expected])
    })
  )

  it.scopedLive("is read page by page, to its end (D1)", () =>
    Effect.gen(function* () {
      const all = Array.from({ length: 2 * pageLimit }, (_, index) => listed({ id: `there-${index}` }))
      const { requested, found } = yield* learned(({ answer, path }) => {
        const after = new URL(path, "http://other.example").searchParams.get("after")
        const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
        answer(200, { movements: all.slice(from, from + pageLimit) })
      })
      assert.strictEqual(found._tag === "Right" && found.right.length, 2 * pageLimit)
      assert.deepStrictEqual(
        requested.map(({ pathname, searchParams }) => [pathname, searchParams.get("after")]),
        [
          ["/movements", null],
          ["/movements", `there-${pageLimit - 1}`],
          ["/movements", `there-${2 * pageLimit - 1}`]
        ]
      )
      const { searchParams } = requested[0]!
      const period = [searchParams.get("from"), searchParams.get("to"), searchParams.get("limit")]
      assert.deepStrictEqual(period, ["2026-03-02T00:00:00.000Z", "2026-03-03T00:00:00.000Z", String(pageLimit)])
    })
  )

  const unread: ReadonlyArray<readonly [what: string, Behaviour, isOffered: boolean]> = [
    ["404: it has no such route", answers(404, { message: "Not found." }), false],
    ["405: it has another one of that name", answers(405), false],
    ["401", answers(401), true],
    ["500", answers(500), true],
    ["503", answers(503), true],
    ["a page of HTML", answers(200, "<html></html>"), true],
    ["a transaction", answers(200, { transaction: {} }), true],
    ["a kind that nobody knows", answers(200, { movements: [listed({ kind: "chargeback" })] }), true],
    ["half a cent", answers(200, { movements: [listed({ amount: 0.5 })] }), true],
    ["less than nothing", answers(200, { movements: [listed({ amount: -1 })] }), true],
    ["no instant", answers(200, { movements: [listed({ at: "today" })] }), true],
    ["an id that is none", answers(200, { movements: [listed({ id: "a b" })] }), true],
    ["nothing", resets, true],
    ["nothing in time", hangs, true]
  ]

  it.scopedLive.each(unread)("is none where the answer is %s (D41)", ([, behaviour, isOffered]) =>
    Effect.gen(function* () {
      const { found } = yield* learned(behaviour, { callLimit: "1 second" })
      const error = found._tag === "Left" ? found.left : undefined
      assert.instanceOf(error, MovementsUnavailable)
      assert.strictEqual(error?.isOffered ?? true, isOffered)
    })
  )

  it.scopedLive("without an end is given up (D41)", () =>
    Effect.gen(function* () {
      const full = { movements: Array.from({ length: pageLimit }, () => listed()) }
      const { requested, found } = yield* learned(answers(200, full))
      assert.deepStrictEqual([found._tag, requested.length], ["Left", 1])
    })
  )
})
