import type { CardBrand } from "@florin/core/cards/CardBrand"
import { noFacts } from "@florin/core/cards/CardNumber"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import {
  CardStamp,
  CardToken,
  leastUidAt,
  type ShopId,
  SubscriptionId,
  type TransactionUid
} from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { OperatorStore } from "@florin/core/operator/OperatorStore"
import type { Tallied } from "@florin/core/operator/OverviewStore"
import type { TallyLine } from "@florin/core/operator/Tally"
import * as Tally from "@florin/core/operator/Tally"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { isWanted, type TransactionFilter } from "@florin/core/transactions/TransactionFilter"
import { type ListOrder, TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Effect from "effect/Effect"
import * as assert from "../internal/assert.js"
import {
  at,
  inserting,
  insertTransaction,
  millis,
  otherShop,
  type StoreTest,
  shop,
  transactionWith,
  transferWith,
  write
} from "./StoreUnderTest.js"

const cardOf = (last4: string | null, brand: CardBrand | null = null): NonNullable<CardTransaction["card"]> => ({
  facts: { ...noFacts, last4, brand },
  holder: null,
  expMonth: null,
  expYear: null,
  stamp: CardStamp.make("5".repeat(64)),
  token: CardToken.make("7".repeat(64)),
  product: null,
  issuerCountry: null,
  issuerName: null,
  tokenProvider: null
})

const subscription = SubscriptionId.make("sbs_0123456789abcdef")

const uidAt = (offset: number): TransactionUid => leastUidAt(millis(offset))

/** Who pays: with letters of both cases, with characters that SQL and patterns know, and in other scripts. */
const emails = [
  "Jane@Example.COM",
  "jane@example.com",
  "j_ne@example.com",
  "o'%@example.com",
  "ЖАНА@пример.рф"
] as const

const customers = ["c-1", "C-1", "%", "'; DROP TABLE florin_transactions; --"] as const

const types = ["payment", "authorization", "refund"] as const
const statuses = ["successful", "failed", "pending", "incomplete", "expired"] as const

interface Kept {
  readonly transaction: Transaction
  readonly trackingIds: ReadonlyArray<string>
  readonly reference: string | undefined
}

/** Sixty transactions of two shops, of which no two agree in everything. */
const written = Effect.gen(function* () {
  const all: Array<Kept> = []
  for (let index = 0; index < 60; index++) {
    const uid = uidAt(index * 10)
    const common = {
      uid,
      createdAt: at(index * 10),
      shop: index % 6 === 5 ? otherShop : shop,
      status: statuses[index % statuses.length]!,
      amount: Amount.make((index % 8) * 100),
      currency: Currency.make(index % 4 === 3 ? "USD" : "EUR")
    }
    const email = emails[index % 7]
    const externalId = customers[index % 9]
    const customer = { ...(email !== undefined && { email }), ...(externalId !== undefined && { externalId }) }
    const transaction: Transaction =
      index % 10 === 9
        ? yield* transferWith({ ...common, details: { customer } })
        : yield* transactionWith({
            ...common,
            type: types[index % types.length]!,
            ...(index % 11 === 10 ? { recipient: customer } : { details: { customer } }),
            ...(index % 5 !== 4 && {
              card: cardOf(["1111", "4242", "0000", null][index % 4]!, (["visa", null, "mir"] as const)[index % 3]!)
            }),
            ...{
              gatewayId: [1, 2, null][index % 3]!,
              reason: (["funds", "no-acquirer", null] as const)[index % 4] ?? null
            },
            ...(index % 12 === 0 && { subscription: { id: subscription, purpose: "renewal", cycle: 1 } as const })
          })
    const trackingIds = index % 3 === 0 ? [`order-${index % 4}`, "all"] : []
    const reference = index % 4 === 0 ? `pi_${index % 3}` : undefined
    yield* write(...inserting(transaction, { trackingIds }))
    if (reference !== undefined) {
      const gatewayId = 1 + (index % 2)
      yield* write({ _tag: "KeepReference", gatewayId, reference, shop: transaction.shop, uid })
    }
    all.push({ transaction, trackingIds, reference })
  }
  return all
})

/** Texts that would end a statement, a value or a pattern, and be another. */
const statements = ["' OR '1'='1", `") OR 1=1 --`, "_%"] as const

const texts = ["email", "customer", "last4", "subscription", "currency", "method", "trackingId", "reference"] as const

const filters: ReadonlyArray<TransactionFilter> = [
  {},
  ...texts.map((name, place) => ({ [name]: statements[place % statements.length]! })),
  ...statuses.map((status) => ({ status })),
  ...types.map((type) => ({ type })),
  { type: "void" },
  { status: "failed", type: "payment" },
  ...[...emails, "JANE@EXAMPLE.COM", "jane@example.co", "%@example.com", "жана@пример.рф", ""].map((email) => ({
    email
  })),
  ...[...customers, "c-_", "c-2"].map((customer) => ({ customer })),
  ...["1111", "4242", "0000", "111", "9999"].map((last4) => ({ last4 })),
  { subscription },
  { subscription: "sbs_0000000000000000" },
  { currency: "USD" },
  ...[0, 300, 50].map((amount) => ({ amount })),
  { minAmount: 300 },
  { maxAmount: 300 },
  { minAmount: 200, maxAmount: 400 },
  { minAmount: 400, maxAmount: 200 },
  { amount: 300, minAmount: 301 },
  { amount: 300, currency: "USD" },
  ...["order-0", "order-3", "all", "order", ""].map((trackingId) => ({ trackingId })),
  ...["pi_0", "pi_2", "PI_0", ""].map((reference) => ({ reference })),
  ...[1, 2, 3].map((gatewayId) => ({ gatewayId })),
  ...["visa", "VISA", "mir", "sbp", "%"].map((method) => ({ method })),
  ...(["funds", "unspecified", "order-expired", "unpaid", "provider"] as const).map((reason) => ({
    reasons: [reason] as const
  })),
  { reasons: ["no-acquirer", "no-provider"] },
  { reasons: ["unpaid", "not-proven"], type: "payment" },
  { gatewayId: 1, method: "visa", reasons: ["funds", "order-expired"], currency: "EUR" },
  { gatewayId: 2, status: "failed", minAmount: 100 },
  { method: "visa", email: emails[0], last4: "1111", amount: 0 },
  { trackingId: "all", gatewayId: 1, reasons: ["unspecified"] },
  { reference: "pi_0", method: "visa" },
  { trackingId: "all", status: "failed" },
  { reference: "pi_0", trackingId: "all", type: "payment" },
  { from: at(100) },
  { to: at(100) },
  { from: at(100), to: at(200) },
  { from: at(200), to: at(100) },
  { uid: uidAt(130) },
  { uid: uidAt(131) },
  { uid: uidAt(130), status: "expired" },
  { uid: uidAt(130), to: at(130) },
  { uid: uidAt(130), from: at(130), to: at(131) },
  { email: emails[0], last4: "1111", status: "successful", type: "payment" },
  { email: emails[1], minAmount: 200, from: at(50), to: at(500) },
  { customer: customers[0], amount: 100, currency: "EUR", last4: "4242" },
  { trackingId: "all", email: emails[0], from: at(50), to: at(500) },
  { email: "a\u0000b" },
  { trackingId: "a\u0000b" }
]

/** What is found, by going through everything. */
const expected = (
  all: ReadonlyArray<Kept>,
  of: ShopId | null,
  filter: TransactionFilter
): ReadonlyArray<TransactionUid> =>
  all
    .filter(({ reference, trackingIds, transaction }) => {
      const { shop, uid } = transaction
      return (
        isWanted(filter, transaction) &&
        (of === null || shop === of) &&
        (filter.uid === undefined || uid === filter.uid) &&
        (filter.trackingId === undefined || trackingIds.includes(filter.trackingId)) &&
        (filter.reference === undefined || reference === filter.reference) &&
        (filter.from === undefined || uid >= leastUidAt(filter.from.epochMillis)) &&
        (filter.to === undefined || uid < leastUidAt(filter.to.epochMillis))
      )
    })
    .map(({ transaction }) => transaction.uid)
    .reverse()

const nameOf = (filter: TransactionFilter): string => JSON.stringify(filter)

type Newest = TransactionStore["Type"]["newest"]

/** Searches for everything in every way, page by page, and compares with what is there. */
export const assertFinds = Effect.fnUntraced(function* (newest: Newest) {
  const all = yield* written
  for (const of of [shop, otherShop, null]) {
    for (const filter of filters) {
      const wanted = expected(all, of, filter)
      const listed: ReadonlyArray<readonly [limit: number, order?: ListOrder]> = [
        [3],
        [100],
        [3, "oldest"],
        [100, "oldest"]
      ]
      for (const [limit, order] of listed) {
        const found: Array<TransactionUid> = []
        for (let after: TransactionUid | undefined; ; ) {
          const page = yield* newest(of, { ...filter, limit, after, order })
          found.push(...page.map(({ uid }) => uid))
          if (page.length < limit) break
          after = page.at(-1)!.uid
        }
        const inOrder = order === "oldest" ? wanted.toReversed() : wanted
        assert.deepStrictEqual(found, inOrder, `${of} ${nameOf(filter)} ${limit} ${order}`)
      }
    }
  }
})

/** Counts some of them at a time, until there are no more. */
const countedAll = Effect.fnUntraced(function* (of: ShopId | null, limit: number) {
  const { overview } = yield* OperatorStore
  const period = { from: at(100), to: at(500), step: 70 }
  const lines: Array<TallyLine> = []
  let before: TransactionUid | undefined
  for (;;) {
    const some: Tallied = yield* overview.tally({ ...period, shop: of, before, limit })
    lines.push(...some.lines)
    if (some.counted < limit) return Tally.together(lines)
    before = some.last
  }
})

/** As they are counted from documents. */
const counting = (test: StoreTest): void =>
  test("transactions of a period are counted as their documents say, of a shop and of all, some at a time", () =>
    Effect.gen(function* () {
      const all = yield* written
      const sorted = (lines: ReadonlyArray<TallyLine>) => lines.map((line) => JSON.stringify(line)).toSorted()
      for (const of of [shop, otherShop, null]) {
        const own = all
          .map(({ transaction }) => transaction)
          .filter((one) => (of === null || one.shop === of) && one.createdAt.epochMillis < millis(500))
        // What came before the period makes a retry of what came within.
        const lines = Tally.of({ from: at(100), step: 70 }, own)
        const expected = sorted(lines.filter(({ at: begin }) => begin.epochMillis >= millis(100)))
        assert.isTrue(expected.length > 0)
        for (const limit of [1, 7, 100]) assert.deepStrictEqual(sorted(yield* countedAll(of, limit)), expected)
      }
    }))

/** What is found by what people have in hand. */
export const searches = (test: StoreTest): void => {
  counting(test)

  test("each filter and any of them together finds what fits, newest first, of a shop and of all, page by page", () =>
    Effect.flatMap(TransactionStore, ({ newest }) => assertFinds(newest)))

  test("what a transaction became is found, and what it was is not", () =>
    Effect.gen(function* () {
      const { newest } = yield* TransactionStore
      const first = yield* insertTransaction({ status: "pending", card: cardOf(null) })
      const next: CardTransaction = { ...first, status: "successful", version: 2, card: cardOf("4242") }
      const found = (filter: TransactionFilter) =>
        Effect.map(newest(shop, { ...filter, limit: 10 }), (all) => all.map(({ uid }) => uid))
      assert.deepStrictEqual(yield* found({ status: "pending" }), [first.uid])
      yield* write({ _tag: "ReplaceTransaction", transaction: next, isFoundOtherwise: true })
      assert.deepStrictEqual(yield* found({ status: "pending" }), [])
      assert.deepStrictEqual(yield* found({ status: "successful", last4: "4242" }), [first.uid])
    }))

  test("a charge is found by the acquirer that had it last, and by why it came to nothing, as long as it has", () =>
    Effect.gen(function* () {
      const { newest } = yield* TransactionStore
      const found = (filter: TransactionFilter) =>
        Effect.map(newest(shop, { ...filter, limit: 10 }), (all) => all.map(({ version }) => version))
      const first = yield* insertTransaction({ status: "failed", reason: "funds", gatewayId: 1, card: cardOf("4242") })
      assert.deepStrictEqual(yield* found({ gatewayId: 1, reasons: ["funds"] }), [1])
      const next: CardTransaction = {
        ...{ ...first, status: "successful", reason: null, gatewayId: 2, version: 2 },
        card: cardOf("4242", "visa")
      }
      yield* write({ _tag: "ReplaceTransaction", transaction: next, isFoundOtherwise: true })
      assert.deepStrictEqual(yield* found({ reasons: ["funds"] }), [])
      assert.deepStrictEqual(yield* found({ gatewayId: 1 }), [])
      assert.deepStrictEqual(yield* found({ gatewayId: 2, method: "visa" }), [2])
    }))

  test("whoever is taken out of a transaction's document is not found any more", () =>
    Effect.gen(function* () {
      const { newest } = yield* TransactionStore
      const customer = { email: "jane@example.com", externalId: "c-1" }
      const first = yield* insertTransaction({ details: { customer }, card: cardOf("4242") })
      const found = (filter: TransactionFilter) =>
        Effect.map(newest(shop, { ...filter, limit: 10 }), (all) => all.length)
      const filters = [{ email: customer.email }, { customer: customer.externalId }, { last4: "4242" }]
      for (const filter of filters) assert.strictEqual(yield* found(filter), 1)
      const { card: _, ...erased } = first
      const transaction: CardTransaction = { ...erased, details: {}, version: 2 }
      yield* write({ _tag: "ReplaceTransaction", transaction, isFoundOtherwise: true })
      for (const filter of filters) assert.strictEqual(yield* found(filter), 0)
      assert.strictEqual(yield* found({ uid: first.uid }), 1)
    }))
}
