import { assert, describe, it } from "@effect/vitest"
import { AcquirerRequest } from "@florin/core/cards/Acquirer"
import { AcquirerKey } from "@florin/core/ids/Ids"
import { charge, child, newKey, payOut } from "@florin/testing/acquirers/AcquirerRequests"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { card, connected, quietly, word } from "./internal/asking.js"
import { answers, approves, both, does, first, hangs, isForgetful, refuses, resets } from "./internal/behaviours.js"
import { type Behaviour, hostile } from "./internal/hostile.js"
import { type Document, document, shelf } from "./internal/shelf.js"

const parentKey = AcquirerKey.make("0198-parent")
const parents = {
  Capture: document(`${parentKey};authorization 1000 EUR`),
  Void: document(`${parentKey};authorization 1000 EUR`),
  Refund: document(`${parentKey};payment 1000 EUR`)
}

type Kind = "Capture" | "Void" | "Refund" | "credit" | "payout"
const kinds: ReadonlyArray<Kind> = ["Capture", "Void", "Refund", "credit", "payout"]

const requested = (kind: Kind, key?: AcquirerKey): Effect.Effect<AcquirerRequest> => {
  const order = { amount: 400, ...(key === undefined ? {} : { key }) }
  return kind === "credit" || kind === "payout" ? payOut(kind, card, order) : child(kind, parentKey, order)
}

const uidOf = (document: Document) => String(document.uid)

/** Its tracking id, in the connector's format. */
const trackingOf = (kind: Kind, key: string): string => {
  if (kind === "credit" || kind === "payout") return `${key};payout 400 EUR`
  return `${key};${kind.toLowerCase()} 400 EUR of ${uidOf(parents[kind])}`
}

/** A gateway with the parents, these documents and the given behaviour. */
const having = (kind: Kind, documents: ReadonlyArray<Document>, post: Behaviour) =>
  hostile(post, shelf([...(kind in parents ? [parents[kind as keyof typeof parents]] : []), ...documents]))

// D40: repeated with the same key until there is a decision.
describe.concurrent("A capture, void, refund, credit or payout that is sent again", () => {
  it.scopedLive.each(kinds)("has the same key and the same text, to the byte: %s", (kind) =>
    Effect.gen(function* () {
      // Queries find nothing, so both are sent.
      const { effects, port, posts } = yield* having(kind, [], approves)
      const { perform } = yield* connected(port)
      const key = yield* newKey
      const one = yield* requested(kind, key)
      assert.deepStrictEqual([word(yield* perform(one)), word(yield* perform(one))], ["Approved", "Approved"])
      const [before, after] = posts()
      assert.deepStrictEqual(
        [after?.body, after?.path, after?.headers.requestid, effects],
        [before?.body, before?.path, key, [key]]
      )
      assert.strictEqual(JSON.parse(before?.body ?? "").request.duplicate_check, false)
    }).pipe(quietly)
  )

  it.scopedLive("has the same text though it was read back, without the security code and in another order", () =>
    Effect.gen(function* () {
      const { port, posts } = yield* having("payout", [], approves)
      const { perform } = yield* connected(port)
      const queried = yield* payOut("payout", card, { amount: 400 })
      const { securityCode: _gone, ...kept } = card
      const recipient = { email: "jane@example.com", ip: "192.0.2.1" }
      const backwards = { ip: "192.0.2.1", email: "jane@example.com" }
      const before = { ...queried, transaction: { ...queried.transaction, recipient } }
      const after = { ...queried, card: kept, transaction: { ...queried.transaction, recipient: backwards } }
      for (const each of [before, after]) yield* perform(AcquirerRequest.Payout(each))
      assert.strictEqual(posts()[0]?.body, posts()[1]?.body)
    }).pipe(quietly)
  )

  it.scopedLive.each(kinds)("twice under two keys is two, within the 30 s of equal requests (D12): %s", (kind) =>
    Effect.gen(function* () {
      const { effects, port, posts } = yield* having(kind, [], approves)
      const { perform } = yield* connected(port)
      const [one, other] = [yield* requested(kind), yield* requested(kind)]
      for (const each of [one, other]) assert.strictEqual(word(yield* perform(each)), "Approved")
      assert.deepStrictEqual(effects, [one.key, other.key])
      for (const { body } of posts()) assert.isFalse(JSON.parse(body).request.duplicate_check)
    }).pipe(quietly)
  )

  // D13: keys are forgotten after 30 days, transactions are not, so the connector queries before it sends.
  const progress: ReadonlyArray<readonly [status: string, answer: string]> = [
    ["successful", "Approved"],
    ["failed", "Declined unspecified"],
    ["expired", "Declined order-expired"],
    ["pending", "NoAnswer"],
    ["incomplete", "NoAnswer"]
  ]
  for (const kind of kinds) {
    it.scopedLive.each(progress)(`is not sent where it is found ${kind} %s: %s`, ([status, answer]) =>
      Effect.gen(function* () {
        const one = yield* requested(kind)
        const tracking = trackingOf(kind, one.key)
        const type = /;(\w+)/.exec(tracking)?.[1] ?? ""
        const found = document(tracking, { status, [type]: { status } })
        const { port, posts } = yield* having(kind, [found], approves)
        const { perform } = yield* connected(port)
        assert.deepStrictEqual([word(yield* perform(one)), posts().length], [answer, 0])
      }).pipe(quietly)
    )
  }

  it.scopedLive("is answered by what is decided while it is asked about", () =>
    Effect.gen(function* () {
      const one = yield* requested("payout")
      const tracking = trackingOf("payout", one.key)
      const pending = document(tracking, { status: "pending", payout: { status: "pending" } })
      const get = first(shelf([pending]), shelf([document(tracking)]))
      const { port, posts } = yield* hostile(approves, get)
      const { perform } = yield* connected(port)
      assert.deepStrictEqual([word(yield* perform(one)), posts().length], ["Approved", 0])
    }).pipe(quietly)
  )

  // D41: a refund of 399 proves nothing about one of 400.
  it.scopedLive("is not sent where its key is on another request, and is not declined for that either", () =>
    Effect.gen(function* () {
      const one = yield* requested("Refund")
      const other = document(`${one.key};refund 399 EUR of ${uidOf(parents.Refund)}`)
      const { port, posts } = yield* having("Refund", [other], approves)
      const { perform } = yield* connected(port)
      assert.deepStrictEqual([word(yield* perform(one)), posts().length], ["NoAnswer", 0])
    }).pipe(quietly)
  )
})

/** The reply, the resulting answer, and the number of requests. */
type Row = readonly [what: string, answer: string, reported: number, post: Behaviour]

const answered: ReadonlyArray<Row> = [
  ["still works on it", "Approved", 2, first(answers(409), approves)],
  ["resets", "NoAnswer", 2, resets],
  ["refuses our credentials", "NoAnswer", 1, answers(401)],
  ["has too many", "NoAnswer", 1, answers(429)],
  ["fails", "NoAnswer", 1, answers(503)],
  ["refuses it", "Declined not-allowed", 1, refuses({ amount: ["can't be greater than 0"] })],
  ["finds a duplicate", "NoAnswer", 1, refuses({ base: ["Duplicate transaction"] })],
  ["knows the key for another text", "NoAnswer", 1, answers(422, { message: "Used for another request" })],
  ["gives its first answer again and finds nothing", "NoAnswer", 1, isForgetful],
  [
    "says it follows something else",
    "NoAnswer",
    1,
    ({ answer, done }) => {
      answer(200, { transaction: { ...done(), parent_uid: "uid-of-another" } })
    }
  ],
  [
    "says it is what it follows",
    "NoAnswer",
    1,
    ({ answer, done }) => {
      answer(200, { transaction: { ...done(), uid: uidOf(parents.Refund) } })
    }
  ]
]

const slow: ReadonlyArray<Row> = [
  ["works on it without an end", "NoAnswer", 1, answers(409, "", { "retry-after": "9999" })],
  ["hangs", "NoAnswer", 1, both(does, hangs)]
]

describe.concurrent("A refund is answered, when the other gateway", () => {
  const check = (callLimit: Duration.DurationInput) =>
    Effect.fnUntraced(function* ([, answer, reported, post]: Row) {
      const { port, posts } = yield* having("Refund", [], post)
      const { perform } = yield* connected(port, { callLimit })
      assert.deepStrictEqual([word(yield* perform(yield* requested("Refund"))), posts().length], [answer, reported])
    }, quietly)

  it.scopedLive.each(answered)("%s: %s, told %d times", check("25 seconds"))
  it.scopedLive.each(slow)("%s: %s, told %d times", check("3 seconds"))

  // Nothing of this attempt was sent; an earlier request is recovered if it left a transaction.
  const questions: ReadonlyArray<readonly [what: string, answer: string, get: (key: string) => Behaviour]> = [
    ["cannot be asked", "NotSent", () => answers(500)],
    ["hangs when it is asked", "NotSent", () => hangs],
    ["is asked and refuses our credentials", "NotSent", () => answers(401)],
    ["does not know the parent", "NotSent", () => shelf([])],
    ["knows it and not the parent", "NoAnswer", (key) => shelf([document(trackingOf("Refund", key))])],
    [
      "has two of it",
      "NoAnswer",
      (key) => shelf([parents.Refund, ...["1", "2"].map((uid) => document(trackingOf("Refund", key), { uid }))])
    ],
    [
      "has its key on something else",
      "NoAnswer",
      (key) => shelf([parents.Refund, document(trackingOf("Refund", key), { amount: 1 })])
    ]
  ]
  it.scopedLive.each(questions)("%s: %s, and nothing is sent", ([, answer, get]) =>
    Effect.gen(function* () {
      const one = yield* requested("Refund")
      const { port, posts } = yield* hostile(approves, get(one.key))
      const { perform } = yield* connected(port, { callLimit: "3 seconds" })
      assert.deepStrictEqual([word(yield* perform(one)), posts().length], [answer, 0])
    }).pipe(quietly)
  )
})

// D40: core never repeats a charge, but the port guarantees one operation per key anyway.
it.scopedLive("A charge under the same key has the same text", () =>
  Effect.gen(function* () {
    const { effects, port, posts } = yield* hostile(approves)
    const { perform } = yield* connected(port)
    const one = yield* charge("payment", card, { amount: 1000 })
    for (const _ of [1, 2]) assert.strictEqual(word(yield* perform(one)), "Approved")
    assert.deepStrictEqual([posts()[1]?.body, effects.length], [posts()[0]?.body, 1])
  })
)
