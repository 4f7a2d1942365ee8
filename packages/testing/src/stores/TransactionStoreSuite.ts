/** The contract of a store of transactions, as tests that every store runs. */
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { decided, refuse } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import { CardStamp, CardToken, type TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Country } from "@florin/core/money/Country"
import { Transaction } from "@florin/core/transactions/Transaction"
import { type ParentTotals, TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import { customerPayments } from "./internal/customerPayments.js"
import { periods } from "./internal/transactionPeriods.js"
import { references } from "./internal/transactionReferences.js"
import {
  assertStale,
  assertStorageError,
  at,
  atOnce,
  inserting,
  insertTransaction,
  isCommitted,
  look,
  millis,
  onFreshStore,
  otherShop,
  perform,
  replacing,
  run,
  type StoreLayer,
  type StoreTest,
  shop,
  transactionWith,
  transitionOf,
  write
} from "./StoreUnderTest.js"

const text = Schema.encodeSync(Schema.parseJson(Transaction))

const everyMember = (uid: TransactionUid): Partial<CardTransaction> => ({
  status: "failed",
  reason: "funds",
  description: "Заказ 7 – «чай»",
  trackingId: "a,b",
  parentUid: uid,
  refundReason: "returned",
  details: { customer: { ip: "127.0.0.1" }, billingAddress: { country: Country.make("DE") } },
  card: {
    facts: { brand: "visa", first1: "4", last4: "1111", bin: "411111", bin8: "41111111" },
    holder: "A Holder",
    expMonth: 1,
    expYear: 2031,
    stamp: CardStamp.make("5".repeat(64)),
    token: CardToken.make("7".repeat(64)),
    product: null,
    issuerCountry: "DE",
    issuerName: "A Bank",
    tokenProvider: null
  },
  recurringType: "initial",
  gatewayId: null,
  report: { ...noReport, authCode: "123456" },
  idempotencyKey: "key-1",
  amount: Amount.make(Number.MAX_SAFE_INTEGER),
  paidAt: at(1),
  expiredAt: at(2),
  closedAt: at(3),
  settledAt: at(4),
  manuallyCorrectedAt: at(5)
})

const rows = (test: StoreTest): void => {
  test("a transaction reads as it was written, with every member and with few", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const few = yield* insertTransaction()
      const many = yield* insertTransaction(everyMember(few.uid))
      for (const written of [few, many]) {
        const byUid = yield* store.find(shop, written.uid)
        const byCapability = yield* store.findPublic(written.uid)
        const held = yield* look(Reads.transaction(shop, written.uid))
        for (const read of [byUid, byCapability, Option.fromNullable(held)]) {
          assert.strictEqual(text(Option.getOrThrow(read)), text(written))
        }
      }
    }))

  test("a uid is taken once, by whatever shop", () =>
    Effect.gen(function* () {
      const { uid } = yield* insertTransaction()
      yield* assertStorageError("constraint", insertTransaction({ uid }))
      yield* assertStorageError("constraint", insertTransaction({ uid, shop: otherShop }))
    }))

  test("a uid of no transaction is not found", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const { uid } = yield* transactionWith()
      assert.isNone(yield* store.find(shop, uid))
      assert.isNone(yield* store.findPublic(uid))
      assert.isUndefined(yield* look(Reads.transaction(shop, uid)))
      assert.deepStrictEqual(yield* store.history(shop, uid), [])
    }))
}

const versions = (test: StoreTest): void => {
  for (const [version, expected] of [
    [1, false],
    [2, true],
    [3, false]
  ] as const) {
    test(`version 1 is ${expected ? "" : "not "}replaced by version ${version}`, () =>
      Effect.gen(function* () {
        const store = yield* TransactionStore
        const first = yield* insertTransaction({ status: "pending" })
        const next: CardTransaction = { ...first, status: "failed", reason: "fraud-issuer", updatedAt: at(1), version }
        const replaced = write(...replacing(next))
        yield* expected ? replaced : assertStale(replaced)
        const stored = Option.getOrThrow(yield* store.find(shop, first.uid))
        assert.strictEqual(text(stored), text(expected ? next : first))
        const history = yield* store.history(shop, first.uid)
        assert.deepStrictEqual(
          history.map((_) => _.version),
          expected ? [1, 2] : [1]
        )
      }))
  }

  test("of twenty changes of one version at once exactly one is made", () =>
    Effect.gen(function* () {
      const first = yield* insertTransaction({ status: "pending" })
      const next: CardTransaction = { ...first, status: "successful", version: 2 }
      const change = Effect.either(write(...replacing(next)))
      const made = yield* atOnce(Array.from({ length: 20 }, () => change))
      assert.strictEqual(made.filter(Either.isRight).length, 1)
      for (const one of made) if (Either.isLeft(one)) assert.strictEqual(one.left._tag, "Stale")
    }))

  test("the history is read from the oldest line on", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      let present = yield* insertTransaction({ status: "pending" })
      const lines = [transitionOf(present)]
      for (let version = 2; version <= 12; version++) {
        // Instants that go back, as clocks may: the version decides.
        present = { ...present, version, updatedAt: at(-version) }
        lines.push(transitionOf(present, version % 2 === 0 ? `{"why":"${version}"}` : null))
        const [replace] = replacing(present)
        yield* write(replace!, { _tag: "AppendHistory", shop, uid: present.uid, transition: lines.at(-1)! })
      }
      assert.deepStrictEqual(yield* store.history(shop, present.uid), lines)
    }))
}

const duplicates = (test: StoreTest): void => {
  // Source: D12, a request at exactly 30.000 s after the original is accepted.
  for (const [later, found] of [
    [0, true],
    [29_999, true],
    [30_000, false],
    [30_001, false]
  ] as const) {
    test(`a request ${later} ms after its like ${found ? "finds" : "does not find"} it in a window of 30 s`, () =>
      Effect.gen(function* () {
        const { uid } = yield* insertTransaction({ createdAt: at(0) }, { fingerprint: "same" })
        const duplicate = yield* look(Reads.duplicate(shop, "same", millis(later - 30_000)))
        assert.strictEqual(duplicate, found ? uid : undefined)
      }))
  }

  for (const [until, found] of [
    [9, false],
    [10, true],
    [11, true]
  ] as const) {
    test(`one at the instant 10 ${found ? "is found" : "is not found"} in a window until ${until}`, () =>
      Effect.gen(function* () {
        const { uid } = yield* insertTransaction({ createdAt: at(10) }, { fingerprint: "same" })
        const duplicate = yield* look(Reads.duplicate(shop, "same", millis(0), { until: millis(until) }))
        assert.strictEqual(duplicate, found ? uid : undefined)
      }))
  }

  test("the newest like is found, whatever its outcome, and no other fingerprint", () =>
    Effect.gen(function* () {
      yield* insertTransaction({ createdAt: at(1) }, { fingerprint: "same" })
      const newest = yield* insertTransaction({ createdAt: at(3), status: "failed" }, { fingerprint: "same" })
      yield* insertTransaction({ createdAt: at(2) }, { fingerprint: "same" })
      yield* insertTransaction({ createdAt: at(4) }, { fingerprint: "another" })
      assert.strictEqual(yield* look(Reads.duplicate(shop, "same", millis(0))), newest.uid)
      assert.isUndefined(yield* look(Reads.duplicate(shop, "unheard of", millis(0))))
    }))

  test("of fifty equal requests at once exactly one is accepted, whatever comes between them", () =>
    Effect.gen(function* () {
      const accept = Effect.fnUntraced(function* (fingerprint: string) {
        const transaction = yield* transactionWith()
        const load = { duplicate: Reads.duplicate(shop, fingerprint, millis(-30_000)) }
        return yield* Effect.either(
          perform(load, ({ duplicate }) =>
            duplicate === undefined ? decided(inserting(transaction, { fingerprint }), "accepted") : refuse("duplicate")
          )
        )
      })
      const requests = Array.from({ length: 50 }, (_, index) => [accept("same"), accept(`another-${index}`)])
      const answers = yield* atOnce(requests.flat())
      const equal = answers.filter((_, index) => index % 2 === 0)
      assert.lengthOf(equal.filter(Either.isRight), 1)
      for (const one of equal) if (Either.isLeft(one)) assert.strictEqual(one.left, "duplicate")
      assert.isTrue(answers.every((one, index) => index % 2 === 0 || Either.isRight(one)))
    }))
}

const trackingIds = (test: StoreTest): void => {
  test("any single value of a tracking id finds the transaction, once", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const { uid } = yield* insertTransaction({}, { trackingIds: ["a", "b", "a"] })
      for (const [value, expected] of [
        ["a", 1],
        ["b", 1],
        ["a,b", 0],
        ["A", 0],
        ["", 0]
      ] as const) {
        const found = yield* store.findByTrackingId(shop, value, 10)
        assert.deepStrictEqual<unknown>(
          found.map((_) => _.uid),
          Array(expected).fill(uid),
          value
        )
      }
    }))

  test("the newest come first, up to the limit", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const made: Array<TransactionUid> = []
      for (const offset of [3, 1, 2]) {
        made.push((yield* insertTransaction({ createdAt: at(offset) }, { trackingIds: ["order"] })).uid)
      }
      const [third, first, second] = made
      const found = (limit: number) =>
        Effect.map(store.findByTrackingId(shop, "order", limit), (all) => all.map((_) => _.uid))
      assert.deepStrictEqual(yield* found(10), [third, second, first])
      assert.deepStrictEqual(yield* found(2), [third, second])
    }))
}

const nothing = { captured: 0, voided: 0, refunded: 0, pending: 0 }

const totals = (parent: TransactionUid) => look(Reads.parentTotals(shop, parent))

const children: ReadonlyArray<readonly [CardTransaction["type"], CardTransaction["status"], Partial<ParentTotals>]> = [
  ["capture", "successful", { captured: Amount.make(300) }],
  ["capture", "pending", { captured: Amount.make(300), pending: 1 }],
  ["capture", "failed", {}],
  ["void", "successful", { voided: Amount.make(300) }],
  ["void", "pending", { voided: Amount.make(300), pending: 1 }],
  ["void", "failed", {}],
  ["refund", "successful", { refunded: Amount.make(300) }],
  ["refund", "pending", { refunded: Amount.make(300), pending: 1 }],
  ["refund", "failed", {}],
  ["refund", "expired", {}]
]

const taken = (test: StoreTest): void => {
  for (const [type, status, expected] of children) {
    test(`a ${status} ${type} of 3.00 ${Object.keys(expected).length > 0 ? "takes from" : "leaves"} its parent`, () =>
      Effect.gen(function* () {
        const parent = yield* insertTransaction({ type: "authorization" })
        yield* insertTransaction({ type, status, amount: Amount.make(300), parentUid: parent.uid })
        assert.deepStrictEqual<unknown>(yield* totals(parent.uid), { ...nothing, ...expected })
      }))
  }

  test("every child counts once, for its own parent and not for the parent's parent", () =>
    Effect.gen(function* () {
      const authorization = yield* insertTransaction({ type: "authorization" })
      const child = (type: "capture" | "refund" | "void", amount: number, parentUid: TransactionUid) =>
        insertTransaction({ type, amount: Amount.make(amount), parentUid })
      const capture = yield* child("capture", 300, authorization.uid)
      yield* child("capture", 200, authorization.uid)
      yield* child("void", 100, authorization.uid)
      yield* child("refund", 30, capture.uid)
      yield* child("refund", 20, capture.uid)
      const ofAuthorization = yield* totals(authorization.uid)
      const ofCapture = yield* totals(capture.uid)
      assert.deepStrictEqual<unknown>(ofAuthorization, { ...nothing, captured: 500, voided: 100 })
      assert.deepStrictEqual<unknown>(ofCapture, { ...nothing, refunded: 50 })
    }))

  test("every child whose outcome is not known is counted", () =>
    Effect.gen(function* () {
      const parent = yield* insertTransaction({ type: "authorization" })
      for (const type of ["capture", "capture", "void"] as const) {
        yield* insertTransaction({ type, status: "pending", amount: Amount.make(10), parentUid: parent.uid })
      }
      const expected = { captured: 20, voided: 10, refunded: 0, pending: 3 }
      assert.deepStrictEqual<unknown>(yield* totals(parent.uid), expected)
    }))

  test("captures that come at once take no more than there is of their parents", () =>
    Effect.gen(function* () {
      const parents = yield* Effect.replicateEffect(insertTransaction({ type: "authorization" }), 3)
      const amount = Amount.make(300)
      const capture = Effect.fnUntraced(function* (parentUid: TransactionUid) {
        const child = yield* transactionWith({ type: "capture", status: "pending", amount, parentUid })
        const load = { parent: Reads.transaction(shop, parentUid), totals: Reads.parentTotals(shop, parentUid) }
        return yield* Effect.either(
          perform(load, ({ parent, totals }) =>
            totals.captured + amount <= parent!.amount ? decided(inserting(child), "accepted") : refuse("too much")
          )
        )
      })
      const all = Array.from({ length: 20 }, (_, round) => (round % 2 === 0 ? parents : parents.toReversed())).flat()
      const answers = yield* atOnce(all.map(({ uid }) => capture(uid)))
      for (const one of answers) if (Either.isLeft(one)) assert.strictEqual(one.left, "too much")
      assert.lengthOf(answers.filter(Either.isRight), 9)
      for (const { uid } of parents) assert.strictEqual((yield* totals(uid)).captured, 900)
    }))
}

const notes = (test: StoreTest): void => {
  test("a note is that of one transaction of its shop, as it was last kept, and an empty one is none", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const [noted, other] = [yield* insertTransaction(), yield* insertTransaction()]
      const keep = (uid: TransactionUid, note: string) => run(store.keepNote(shop, uid, note))
      assert.isNull(yield* store.note(shop, noted.uid))
      for (const note of ["First", "Zweite: 'größer' 🎁\n\"quoted\"", "x".repeat(2000)]) {
        yield* keep(noted.uid, note)
        assert.strictEqual(yield* store.note(shop, noted.uid), note)
      }
      assert.isNull(yield* store.note(shop, other.uid))
      assert.isNull(yield* store.note(otherShop, noted.uid))
      yield* keep(noted.uid, "")
      assert.isNull(yield* store.note(shop, noted.uid))
      yield* keep(noted.uid, "")
      assert.isTrue(yield* isCommitted(noted))
    }))
}

const tenancy = (test: StoreTest): void => {
  test("another shop finds, counts, holds and changes nothing", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const parent = yield* insertTransaction({}, { fingerprint: "same", trackingIds: ["order"] })
      yield* insertTransaction({ type: "refund", parentUid: parent.uid })
      assert.isNone(yield* store.find(otherShop, parent.uid))
      assert.isUndefined(yield* look(Reads.transaction(otherShop, parent.uid)))
      assert.isUndefined(yield* look(Reads.duplicate(otherShop, "same", millis(-1))))
      assert.deepStrictEqual<unknown>(yield* look(Reads.parentTotals(otherShop, parent.uid)), nothing)
      assert.deepStrictEqual(yield* store.findByTrackingId(otherShop, "order", 10), [])
      assert.deepStrictEqual(yield* store.history(otherShop, parent.uid), [])
      const stolen: Transaction = { ...parent, shop: otherShop, version: 2 }
      yield* assertStale(write(...replacing(stolen)))
      assert.isTrue(yield* isCommitted(parent))
      assert.lengthOf(yield* store.history(shop, parent.uid), 1)
    }))
}

/** Everything that is promised of transactions. */
export const transactionStoreSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("the store of transactions", () => {
    rows(test)
    versions(test)
    duplicates(test)
    trackingIds(test)
    references(test)
    customerPayments(test)
    taken(test)
    periods(test)
    notes(test)
    tenancy(test)
  })
}
