/** What operators look up, as rules. Source: D10, D73. */
import { Acquirers } from "@florin/core/cards/Acquirer"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { ShopId } from "@florin/core/ids/Ids"
import { OperatorStore } from "@florin/core/operator/OperatorStore"
import * as Overview from "@florin/core/operator/Overview"
import type { TallySlice } from "@florin/core/operator/OverviewStore"
import * as Tally from "@florin/core/operator/Tally"
import type { VisibleShops } from "@florin/core/people/Role"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { type NewestPageRequest, TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import { totals } from "../samples.js"

const at = DateTime.unsafeMake("2035-03-01T12:00:00Z")

const base = {
  ...{ shop: "shop", uid: "u1", type: "payment", status: "successful", reason: null, amount: 1000, currency: "EUR" },
  ...{ gatewayId: 1, acquirerKey: "k1", closedAt: null, createdAt: at, updatedAt: at }
}

const one = (changes: object = {}): Transaction => ({ ...base, ...changes }) as unknown as Transaction

describe("what may still be done with a transaction", () => {
  it.each<readonly [what: string, transaction: object, taken: Parameters<typeof totals>[0], remains: object]>([
    ["a payment", {}, {}, { refund: 1000 }],
    ["a payment that failed", { status: "failed" }, {}, {}],
    ["a payment of which a part is refunded", {}, { refunded: 300 }, { refund: 700 }],
    ["one that is refunded wholly", {}, { refunded: 1000 }, {}],
    ["an authorization", { type: "authorization" }, {}, { capture: 1000, void: 1000 }],
    ["one of which a part is captured", { type: "authorization" }, { captured: 400 }, { capture: 600, void: 600 }],
    ["one that is closed", { type: "authorization", closedAt: at }, {}, {}],
    ["a capture", { type: "capture" }, {}, { refund: 1000 }],
    ["a void", { type: "void" }, {}, {}],
    ["a payout", { type: "payout" }, {}, {}],
    ["a transfer", { method: "sbp" }, { refunded: 1 }, { refund: 999 }],
    ["a transfer that waits", { method: "sbp", status: "pending" }, {}, {}],
    ["a refund of a transfer", { method: "sbp", type: "refund" }, {}, {}]
  ])("%s", (_, transaction, taken, remains) => {
    assert.deepStrictEqual<unknown>(Overview.remainsOf(one(transaction), totals(taken)), {
      ...{ isReleasedByCapture: false, isVoidedWhole: false },
      ...remains
    })
  })

  it("is left of all that follows it, however much of that the story shows", async () => {
    const found = () => Effect.succeed(Option.some(one({ method: "sbp" })))
    const shown = (_: ShopId, __: string, limit: number) =>
      Effect.succeed(Array.from({ length: Math.min(limit, 210) }, () => one({ type: "refund", amount: 4 })))
    const none = () => Effect.succeed([])
    const overview = { followers: shown, totals: () => Effect.succeed(totals({ refunded: 840 })), webhooksOf: none }
    const services = Context.make(OperatorStore, { overview } as never).pipe(
      Context.add(TransactionStore, { findPublic: found, history: none } as never),
      Context.add(Acquirers, [])
    )
    const story = Effect.flatMap(Overview.make, ({ story }) => story("u1" as never, "all"))
    const { followers, remains } = await Effect.runPromise(Effect.provide(story, services))
    assert.deepStrictEqual<unknown>([followers.length, remains.refund], [200, 160])
  })

  it.each<readonly [can: object, captured: number, remains: object]>([
    [{}, 400, { capture: 600, void: 600 }],
    [{ captures: "one" }, 0, { capture: 1000, void: 1000, isReleasedByCapture: true }],
    [{ captures: "one" }, 400, { isReleasedByCapture: true }],
    [{ captures: "none" }, 0, { void: 1000 }],
    [{ partialVoids: "rest" }, 400, { capture: 600, void: 600, isVoidedWhole: true }],
    [{ partialVoids: false }, 0, { capture: 1000, void: 1000, isVoidedWhole: true }],
    [{ partialVoids: false }, 400, { capture: 600, isVoidedWhole: true }]
  ])("D53: of an authorization whose acquirer can do %j, of which %i are captured: %j", (can, captured, remains) => {
    const acquirerOf = (id: number | null) => (id === 1 ? { name: "Nord", capabilities: can } : undefined)
    const hold = one({ type: "authorization" })
    assert.deepStrictEqual<unknown>(Overview.remainsOf(hold, totals({ captured }), acquirerOf), {
      ...{ isReleasedByCapture: false, isVoidedWhole: false },
      ...remains
    })
  })

  it("D53: is no refund where the acquirer refunds nothing", () => {
    const acquirerOf = () => ({ name: "Nord", capabilities: { refunds: false } })
    assert.deepStrictEqual<unknown>(Overview.remainsOf(one(), totals(), acquirerOf), {
      ...{ isReleasedByCapture: false, isVoidedWhole: false }
    })
  })
})

describe("transactions of several shops", () => {
  const [north, south] = [ShopId.make("north"), ShopId.make("south")]
  const all = ["u5", "u4", "u3", "u2", "u1"].map((uid, place) => one({ uid, shop: place % 2 === 0 ? north : south }))

  /** As a store answers: a page of one shop, or of all. */
  const newest = (shop: ShopId | null, { after, limit, order }: NewestPageRequest) => {
    const wanted = all.filter((found) => shop === null || found.shop === shop)
    const turned = order === "oldest" ? wanted.toReversed() : wanted
    const behind = turned.findIndex(({ uid }) => uid === after) + 1
    return Effect.succeed(turned.slice(behind, behind + limit))
  }

  it.each<readonly [shop: ShopId | null, page: object, sight: VisibleShops, uids: ReadonlyArray<string>]>([
    [null, { limit: 3 }, "all", ["u5", "u4", "u3"]],
    [null, { limit: 3 }, [north, south], ["u5", "u4", "u3"]],
    [null, { limit: 3, order: "newest" }, [south, north], ["u5", "u4", "u3"]],
    [null, { limit: 3, order: "oldest" }, [north, south], ["u1", "u2", "u3"]],
    [null, { limit: 9, order: "oldest" }, [south, north], ["u1", "u2", "u3", "u4", "u5"]],
    [null, { limit: 9, order: "oldest" }, [south], ["u2", "u4"]],
    [null, { limit: 9 }, [], []],
    [north, { limit: 9 }, [south], []],
    [north, { limit: 1, order: "oldest", after: "u1" }, [north, south], ["u3"]]
  ])("D73: of %s, a page %j, seen by whoever looks after %j: %j", (shop, page, sight, uids) => {
    const found = Effect.runSync(Overview.newestIn(newest)(shop, page as NewestPageRequest, sight))
    assert.deepStrictEqual(
      found.map(({ uid }) => uid as string),
      uids
    )
  })
})

const division = { from: at, step: 3_600_000 }

const counts = (...changes: ReadonlyArray<object>) =>
  Tally.of(
    division,
    changes.map((more) => one({ details: {}, ...more }))
  )

const renewal = (cycle: number, more: object = {}): Partial<CardTransaction> =>
  ({ subscription: { id: "s1", purpose: "renewal", cycle }, ...more }) as Partial<CardTransaction>

/** Counts of a period of which the store gives so many at a time. */
const countedBy = (sizes: ReadonlyArray<number>) => {
  const requested: Array<string | undefined> = []
  const tally = ({ before }: TallySlice) => {
    const counted = sizes[requested.push(before) - 1] ?? 0
    const lines = counts(...Array.from({ length: counted }, () => ({})))
    return Effect.succeed({ lines, counted, last: `u${requested.length}` })
  }
  const services = Context.make(OperatorStore, { overview: { tally } } as never).pipe(
    Context.add(TransactionStore, {} as never),
    Context.add(Acquirers, [])
  )
  const period = { from: at, to: at, step: division.step }
  const page = Effect.flatMap(Overview.make, (overview) => overview.tally(period, null, "all"))
  return Effect.map(Effect.provide(page, services), (found) => ({ ...found, requested }))
}

describe("transactions in numbers", () => {
  it.each<readonly [sizes: ReadonlyArray<number>, requested: ReadonlyArray<string | undefined>]>([
    [[], [undefined]],
    [[249], [undefined]],
    [[250], [undefined, "u1"]],
    [
      [250, 250, 3],
      [undefined, "u1", "u2"]
    ]
  ])("that come as %j are counted to the end, each once", async (sizes, requested) => {
    const found = await Effect.runPromise(countedBy(sizes))
    const counted = sizes.reduce((sum, size) => sum + size, 0)
    assert.deepStrictEqual([found.counted, found.isCut, found.requested], [counted, false, requested])
    assert.deepStrictEqual(
      found.lines.map(({ amount, count }) => [count, amount]),
      counted === 0 ? [] : [[counted, counted * 1000]]
    )
  })

  it("are counted together where they are alike, and apart where they are not", () => {
    const lines = counts(
      {},
      { amount: 5 },
      { status: "failed", reason: "funds" },
      { currency: "USD" },
      { gatewayId: 2 }
    )
    assert.deepStrictEqual(
      lines.map(({ amount, count, currency, gatewayId, reason }) => [count, amount, currency, gatewayId, reason]),
      [
        [2, 1005, "EUR", 1, null],
        [1, 1000, "EUR", 1, "funds"],
        [1, 1000, "USD", 1, null],
        [1, 1000, "EUR", 2, null]
      ]
    )
  })

  it("are those of the acquirer that decided", () => {
    const attempts = [{ step: "charge", key: "k2", gatewayId: 7, amount: 1000 }]
    assert.deepStrictEqual(
      counts({ attempts }).map(({ gatewayId }) => gatewayId),
      [7]
    )
  })

  it.each<readonly [minutes: number, hour: number]>([
    [0, 0],
    [59, 0],
    [60, 1],
    [150, 2]
  ])("accepted after %i minutes stand in hour %i", (minutes, hour) => {
    const [line] = counts({ createdAt: DateTime.add(at, { minutes }) })
    assert.strictEqual(line?.at.epochMillis, at.epochMillis + hour * division.step)
  })

  it("call a renewal a retry after the first one of its cycle", () => {
    const lines = counts(renewal(1, { status: "failed" }), renewal(2), renewal(1), { subscription: undefined })
    assert.deepStrictEqual(
      lines.map(({ count, renewal, status }) => [renewal, status, count]),
      [
        ["first", "failed", 1],
        ["first", "successful", 1],
        ["retry", "successful", 1],
        [null, "successful", 1]
      ]
    )
  })

  it("hold sums that are greater than numbers are exact", () => {
    const [line] = counts({ amount: Number.MAX_SAFE_INTEGER }, { amount: 1 })
    assert.strictEqual(line?.amount, Number.MAX_SAFE_INTEGER)
  })
})
