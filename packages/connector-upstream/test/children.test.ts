import { assert, describe, it } from "@effect/vitest"
import { AcquirerKey } from "@florin/core/ids/Ids"
import { about, charge, child } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import { card, connected, payment, quietly, word } from "./internal/asking.js"
import { answers, approves } from "./internal/behaviours.js"
import { hostile } from "./internal/hostile.js"
import * as OtherGateway from "./internal/otherGateway.js"
import { type Document, document, shelf } from "./internal/shelf.js"

const shared = OtherGateway.shared()

/** The connector to a complete Florin, and an operator's requests there. */
const withOperator = Effect.gen(function* () {
  const { movementsOf, port } = yield* shared
  const acquirer = yield* connected(port)
  const uidOf = (key: string) =>
    Effect.map(OtherGateway.transactionsOf(port, key), (all) => String(all.at(-1)?.uid ?? ""))
  const follow = Effect.fnUntraced(function* (kind: "captures" | "refunds", parent: string, amount: number) {
    const tracking_id = yield* OtherGateway.trackingIdOf(port, parent)
    return yield* OtherGateway.byHand(port, kind, { parent_uid: parent, amount, reason: "By hand", tracking_id })
  })
  const reply = (key: AcquirerKey) => Effect.map(acquirer.status(key, about), word)
  return { acquirer, follow, movementsOf, reply, uidOf }
})

// D10: a capture inherits its parent's tracking id by default, at gateways of this family also a refund. D1: a query returns the ten newest.
describe("What an operator of the other gateway does by hand", () => {
  for (const times of [1, 9, 10, 12]) {
    it.scopedLive(`is not ours and stops nothing of ours, a refund of a payment ${times} times`, () =>
      Effect.gen(function* () {
        const { acquirer, follow, movementsOf, reply, uidOf } = yield* withOperator
        const paid = yield* payment
        yield* acquirer.perform(paid)
        const uid = yield* uidOf(paid.key)
        for (let nth = 1; nth <= times; nth++) yield* follow("refunds", uid, nth)
        const refund = yield* child("Refund", paid.key, { amount: 400 })
        assert.deepStrictEqual([yield* reply(paid.key), yield* reply(refund.key)], ["Approved", "NotFound"])
        assert.strictEqual(word(yield* acquirer.perform(refund)), "Approved")
        assert.deepStrictEqual([yield* reply(refund.key), yield* movementsOf(refund.key)], ["Approved", 1])
      }).pipe(quietly)
    )
  }

  it.scopedLive("is not ours and stops nothing of ours, also two generations below an authorization", () =>
    Effect.gen(function* () {
      const { acquirer, follow, reply, uidOf } = yield* withOperator
      const hold = yield* charge("authorization", card, { amount: 1000 })
      yield* acquirer.perform(hold)
      const captured = yield* follow("captures", yield* uidOf(hold.key), 300)
      for (let nth = 1; nth <= 11; nth++) yield* follow("refunds", captured, nth)
      const capture = yield* child("Capture", hold.key, { amount: 400 })
      assert.strictEqual(word(yield* acquirer.perform(capture)), "Approved")
      assert.deepStrictEqual([yield* reply(hold.key), yield* reply(capture.key)], ["Approved", "Approved"])
    }).pipe(quietly)
  )

  it.scopedLive("takes what we then cannot: ours is declined, and an equal one by hand is not taken for it", () =>
    Effect.gen(function* () {
      const { acquirer, follow, movementsOf, reply, uidOf } = yield* withOperator
      const paid = yield* payment
      yield* acquirer.perform(paid)
      yield* follow("refunds", yield* uidOf(paid.key), 1000)
      const refund = yield* child("Refund", paid.key, { amount: 1000 })
      assert.strictEqual(word(yield* acquirer.perform(refund)), "Declined not-allowed")
      assert.deepStrictEqual([yield* reply(refund.key), yield* movementsOf(refund.key)], ["NotFound", 0])
    }).pipe(quietly)
  )
})

const key = AcquirerKey.make("0198-key")
const paid = `${key};payment 1000 EUR`
const childKey = AcquirerKey.make("0198-child")
const refunded = `${childKey};refund 400 EUR of uid-payment`

const ours = document(paid)
const heir = (nth: number, changes: Document = {}) =>
  document(paid, { uid: `uid-heir-${nth}`, type: "refund", parent_uid: "uid-payment", ...changes })
const heirs = (count: number, changes: Document = {}) => Array.from({ length: count }, (_, nth) => heir(nth, changes))
const stranger = (nth: number) => document(`order-${nth};${key}`, { uid: `uid-stranger-${nth}` })

type Row = readonly [expected: string, what: string, documents: ReadonlyArray<Document>]

const charges: ReadonlyArray<Row> = [
  ["NotFound", "nothing", []],
  ["NotFound", "nine of others that name our key", Array.from({ length: 9 }, (_, nth) => stranger(nth))],
  ["Unknown", "ten of others that name our key", Array.from({ length: 10 }, (_, nth) => stranger(nth))],
  ["Approved", "ours", [ours]],
  ["Approved", "ours that names a parent of its own", [document(paid, { parent_uid: "uid-first" })]],
  ["Approved", "ours and an heir", [ours, heir(1)]],
  ["Approved", "ours and an heir of a type we do not know", [ours, heir(1, { type: "chargeback" })]],
  ["Approved", "ours and nine heirs", [ours, ...heirs(9)]],
  ["Approved", "ours and ten heirs, which push it out of the list", [ours, ...heirs(10)]],
  ["Approved", "ours and heirs of an heir", [ours, heir(99), ...heirs(10, { parent_uid: "uid-heir-99" })]],
  ["Approved", "ours and its copy of another amount", [ours, document(paid, { uid: "uid-copy", amount: 999 })]],
  ["Unknown", "ours and its copy", [ours, document(paid, { uid: "uid-copy" })]],
  ["Unknown", "heirs of what is not there", heirs(1)],
  ["Unknown", "heirs of another one's", [document("other;payment 1000 EUR"), ...heirs(1)]],
  ["Unknown", "heirs without an end", [heir(1, { parent_uid: "uid-heir-2" }), heir(2, { parent_uid: "uid-heir-1" })]],
  ["Unknown", "an heir that names no parent", [heir(1, { parent_uid: undefined })]],
  ["Unknown", "an heir that names a path", [heir(1, { parent_uid: "../plans" })]],
  ["Unknown", "what is of another amount", [document(paid, { amount: 1001 })]],
  ["Unknown", "what is of another currency", [document(paid, { currency: "USD" })]],
  ["Unknown", "what is of another type", [document(paid, { type: "authorization" })]]
]

const children: ReadonlyArray<Row> = [
  ["Approved", "ours", [document(refunded)]],
  ["Approved", "ours beside one by hand", [ours, heir(1, { amount: 400 }), document(refunded)]],
  ["NotFound", "one by hand that is equal", [ours, heir(1, { amount: 400 })]],
  ["Unknown", "one that follows something else", [document(refunded, { parent_uid: "uid-of-another" })]],
  ["Unknown", "one that follows nothing", [document(refunded, { parent_uid: undefined })]],
  ["Unknown", "one that follows itself", [document(refunded, { uid: "uid-payment" })]],
  ["Unknown", "one of another amount", [document(refunded, { amount: 401 })]],
  ["Unknown", "one of another currency", [document(refunded, { currency: "USD" })]],
  ["Unknown", "one of another type", [document(refunded, { type: "void" })]]
]

const requested = (key: AcquirerKey, documents: ReadonlyArray<Document>) =>
  Effect.gen(function* () {
    const { port } = yield* hostile(approves, shelf(documents))
    const { status } = yield* connected(port)
    return word(yield* status(key, about))
  }).pipe(quietly)

// D40, D41: type, parent, amount and currency are in the tracking id that was sent with the key.
describe("Asked about a key, the answer is", () => {
  it.scopedLive.each(charges)("%s where there is for a payment %s", ([expected, , documents]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* requested(key, documents), expected)
    })
  )

  it.scopedLive.each(children)("%s where there is for a refund %s", ([expected, , documents]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* requested(childKey, documents), expected)
    })
  )

  const above = [
    { what: "cannot be asked about", get: answers(503) },
    { what: "is no document", get: answers(200, "{}") },
    { what: "is null", get: answers(200, { transaction: null }) },
    { what: "has another uid", get: answers(200, { transaction: { ...ours, uid: "uid-payment-2" } }) },
    { what: "has another key", get: answers(200, { transaction: { ...ours, tracking_id: "1;payment 1000 EUR" } }) }
  ]
  it.scopedLive.each(above)("Unknown where what is above heirs $what", ({ get }) =>
    Effect.gen(function* () {
      const list = shelf(heirs(10))
      const { port } = yield* hostile(approves, (visit) =>
        visit.path.includes("/tracking_id/") ? list(visit) : get(visit)
      )
      const { status } = yield* connected(port)
      assert.strictEqual(word(yield* status(key, about)), "Unknown")
    }).pipe(quietly)
  )
})
