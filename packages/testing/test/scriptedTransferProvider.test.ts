import { assert, describe, it } from "@effect/vitest"
import { AcceptedStanding, type TransferStanding } from "@florin/core/transfers/TransferProvider"
import * as ScriptedTransferProvider from "@florin/testing/parties/ScriptedTransferProvider"
import * as TransferBooks from "@florin/testing/parties/TransferBooks"
import * as TransferRequests from "@florin/testing/transfers/TransferRequests"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"

const asked = { key: "a", kind: "payment", method: "sbp", amount: 100, currency: "RUB" } as const
const refund = (amount: number, key: string) => ({ key, kind: "refund", amount, currency: "RUB", parent: "a" }) as const
const { prompt, truthful } = ScriptedTransferProvider
const isAccepted = Schema.is(AcceptedStanding)

/** What is heard, as in `Waiting`. */
const tagOf = (said: unknown): string =>
  isAccepted(said) ? said._tag : ((said as { _tag?: string })?._tag ?? "garbage")

describe("a scripted provider of transfers", () => {
  const cases: ReadonlyArray<
    readonly [
      says: string,
      manner: Partial<ScriptedTransferProvider.Manner>,
      heard: string,
      stands: string,
      arrivals: number
    ]
  > = [
    ["accepts", {}, "Waiting", "waiting", 1],
    ["pays at once", { verdict: "pay" }, "Paid", "paid", 1],
    ["refuses", { verdict: "account-funds" }, "Rejected", "rejected", 1],
    ["is never asked", { way: "never-sent" }, "NotSent", "nothing", 0],
    ["does not get the request", { way: "lost" }, "nothing", "nothing", 0],
    ["loses the answer", { answer: "no-answer" }, "NoAnswer", "waiting", 1],
    ["accepts late, with the connection cut", { answer: "cut", before: 900 }, "NoAnswer", "waiting", 1],
    ["keeps its window: what is later is lost", { answer: "cut", before: 1001 }, "NoAnswer", "nothing", 0],
    ["gets a request twice, and does it once", { way: "twice", verdict: "pay" }, "Paid", "paid", 2],
    ["answers late", { after: 1999 }, "Waiting", "waiting", 1],
    ["hangs", { answer: "hangs" }, "nothing", "waiting", 1],
    ["breaks", { answer: "breaks" }, "a defect", "waiting", 1],
    ["lies", { answer: "lies", verdict: "pay" }, "Rejected", "paid", 1],
    ["lies about a refusal", { answer: "lies", verdict: "provider" }, "Paid", "rejected", 1]
  ]

  it.effect.each(cases)("%s", ([, manner, heard, stands, arrivals]) =>
    Effect.gen(function* () {
      const arrived: Array<ScriptedTransferProvider.Arrival> = []
      const provider = ScriptedTransferProvider.make({
        inFlightWindow: 1000,
        arrived: (arrival) => void arrived.push(arrival)
      })
      const asking = yield* Effect.fork(provider.perform(asked, { ...prompt, ...manner }))
      yield* TestClock.adjust("2 seconds")
      const exit = Option.getOrUndefined(yield* Fiber.poll(asking))
      const answer =
        exit === undefined ? "nothing" : Exit.match(exit, { onFailure: () => "a defect", onSuccess: tagOf })
      const { books } = provider
      assert.deepStrictEqual(
        [answer, books.entries.get("a")?.state.is ?? "nothing", arrived.length],
        [heard, stands, arrivals]
      )
      assert.strictEqual(books.moved.length, stands === "paid" ? 1 : 0)
      assert.deepStrictEqual(
        arrived.map(({ isKnown }) => isKnown),
        arrived.map((_, index) => index > 0)
      )
    })
  )

  // D41: none of it is an answer.
  it.effect("says garbage that no gateway accepts, the same of a key each time", () =>
    Effect.gen(function* () {
      for (const piece of ScriptedTransferProvider.garbage) assert.isFalse(isAccepted(piece))
      const provider = ScriptedTransferProvider.make()
      const pieces = new Set<unknown>()
      for (let index = 0; index < 100; index++) {
        const one = { ...asked, key: `k${index}` }
        const asking = yield* Effect.fork(
          Effect.zip(
            provider.perform(one, { ...prompt, answer: "garbage" }),
            provider.status(one.key, { ...truthful, answer: "garbage" })
          )
        )
        yield* TestClock.adjust(0)
        const [answer, status] = yield* Fiber.join(asking)
        assert.strictEqual(answer as unknown, status)
        pieces.add(answer)
      }
      assert.strictEqual(pieces.size, ScriptedTransferProvider.garbage.length)
    })
  )

  it.effect.each([
    ["truth", "a", "Waiting"],
    ["truth", "b", "NotFound"],
    ["unknown", "a", "Unknown"],
    ["lies", "a", "Rejected"],
    ["lies", "b", "NotFound"]
  ] as const)("asked with %s about %s says %s", ([answer, key, says]) =>
    Effect.gen(function* () {
      const provider = ScriptedTransferProvider.make()
      yield* Effect.fork(provider.perform(asked, prompt))
      yield* TestClock.adjust(0)
      const asking = yield* Effect.fork(provider.status(key, { ...truthful, answer }))
      yield* TestClock.adjust(0)
      assert.strictEqual((yield* Fiber.join(asking))._tag, says)
    })
  )
})

const paid = (at: number, amount?: number): TransferBooks.Event => ({ happens: "paid", at, amount })
const refused: TransferBooks.Event = { happens: "refused", reason: "provider" }

/** As in `Paid 100 @5`. */
const shown = (standing: TransferStanding): string =>
  !isAccepted(standing)
    ? "garbage"
    : standing._tag === "Paid"
      ? `Paid ${standing.amount} @${standing.paidAt.epochMillis}`
      : standing._tag

describe("what it tells by itself", () => {
  const truth = { says: "truth", after: 0 } as const
  const cases: ReadonlyArray<
    readonly [string, ReadonlyArray<ScriptedTransferProvider.Telling> | undefined, ReadonlyArray<string>]
  > = [
    ["once and at once", undefined, ["0 Paid 90 @5"]],
    ["nothing", [], []],
    ["twice, the second time late", [truth, { says: "truth", after: 900_000 }], ["0 Paid 90 @5", "900000 Paid 90 @5"]],
    ["out of order: old news after the new", [truth, { says: "before", after: 10 }], ["0 Paid 90 @5", "10 Waiting"]],
    ["the contrary too", [{ says: "contrary", after: 0 }, truth], ["0 Rejected", "0 Paid 90 @5"]],
    ["garbage", [{ says: "garbage", after: 1 }], ["1 garbage"]]
  ]
  it.effect.each(cases)("is told %s", ([, telling, expected]) =>
    Effect.gen(function* () {
      const { books, happen } = ScriptedTransferProvider.make()
      books.enter(asked, "wait", 0)
      const reports = happen("a", paid(5, 90), telling)
      assert.deepStrictEqual(
        reports.map(({ after, standing }) => `${after} ${shown(standing)}`),
        expected
      )
      const heard: Array<string> = []
      const telling_ = yield* Effect.fork(
        ScriptedTransferProvider.tell(reports, (key, standing) =>
          Effect.map(DateTime.now, ({ epochMillis }) => heard.push(`${epochMillis} ${shown(standing)} of ${key}`))
        )
      )
      yield* TestClock.adjust("1 hour")
      yield* Fiber.join(telling_)
      assert.deepStrictEqual(
        heard,
        expected.map((one) => `${one} of a`)
      )
    })
  )

  it("after all was decided is a second payment, and the first decision again of anything else", () => {
    const { books, happen } = ScriptedTransferProvider.make()
    books.enter(asked, "pay", 1)
    books.enter(refund(10, "r"), "wait", 1)
    const told = [
      ...happen("a", paid(7, 60)),
      ...happen("a", refused),
      ...happen("r", paid(8)),
      ...happen("r", paid(9)),
      ...happen("r", refused),
      ...happen("unknown", paid(1))
    ]
    assert.deepStrictEqual(
      told.map(({ key, standing }) => `${key} ${shown(standing)}`),
      ["a Paid 60 @7", "a Paid 100 @1", "r Paid 10 @8", "r Paid 10 @8", "r Paid 10 @8"]
    )
    // An id tells a second payment from the first, however equal they are.
    const [third] = happen("a", paid(7, 60))
    const ids = [...told, third!].flatMap(({ key, standing }) => (key === "a" ? [standing.report.refId] : []))
    assert.deepStrictEqual(ids, ["ref-a-2", "ref-a", "ref-a-3"])
    assert.deepStrictEqual(
      books.moved.map(({ amount, at, key }) => [key, amount, at]),
      [
        ["a", 100, 1],
        ["a", 60, 7],
        ["r", 10, 8],
        ["a", 60, 7]
      ]
    )
    assert.strictEqual(shown(ScriptedTransferProvider.standingOf(books.entries.get("a")!)), "Paid 100 @1")
  })

  it.effect("reaches the others though one receiver fails", () =>
    Effect.gen(function* () {
      const { books, happen } = ScriptedTransferProvider.make()
      books.enter(asked, "wait", 0)
      let heard = 0
      yield* ScriptedTransferProvider.tell(happen("a", refused, [truth, truth]), () =>
        ++heard === 1 ? Effect.fail("gone") : Effect.void
      )
      assert.strictEqual(heard, 2)
    })
  )
})

describe("its books", () => {
  it.each<readonly [string, TransferBooks.Verdict, ReadonlyArray<TransferBooks.Asked>, ReadonlyArray<string>]>([
    ["refund in parts up to what was paid", "pay", [refund(60, "r1"), refund(40, "r2")], []],
    ["refund no more", "pay", [refund(60, "r1"), refund(41, "r2")], ["r2: more"]],
    ["refund nothing that is not paid", "wait", [refund(1, "r1")], ["r1: not allowed"]],
    ["enter a key once", "pay", [refund(60, "r1"), refund(60, "r1")], []]
  ])("%s", (_, verdict, refunds, expected) => {
    const books = TransferBooks.make()
    books.enter(asked, verdict, 0)
    for (const one of refunds) books.enter(one, "wait", 0)
    const found = [...books.entries.values()].filter(({ state }) => state.is === "rejected")
    assert.deepStrictEqual(
      found.map(({ excessive, key }) => `${key}: ${excessive ? "more" : "not allowed"}`),
      expected
    )
  })

  it("take for refunds what waits and what was paid back, and nothing that was refused", () => {
    const books = TransferBooks.make()
    books.enter(asked, "pay", 0)
    for (const key of ["r1", "r2", "r3"]) books.enter(refund(30, key), "wait", 0)
    books.settle("r1", refused)
    books.settle("r2", paid(1, 20))
    assert.strictEqual(books.refunded("a"), 50)
    assert.strictEqual(books.settle("nothing", paid(1)), undefined)
  })

  it.effect("are listed as the port lists movements", () =>
    Effect.gen(function* () {
      const provider = ScriptedTransferProvider.make()
      const service = ScriptedTransferProvider.service(provider)
      const order = yield* TransferRequests.payment("sbp_data", { amount: 100 })
      const answering = yield* Effect.fork(service.perform(order))
      yield* TestClock.adjust(0)
      const answer = yield* Fiber.join(answering)
      assert.isTrue(answer._tag === "Waiting" && answer.order?.account !== null)
      assert.isTrue(TransferBooks.asksFor(TransferBooks.askedOf(order), provider.books.entries.get(order.key)!))
      const other = yield* TransferRequests.payment("sbp_data", { amount: 99, key: order.key })
      assert.isFalse(TransferBooks.asksFor(TransferBooks.askedOf(other), provider.books.entries.get(order.key)!))
      provider.happen(order.key, paid(7))
      provider.happen(order.key, paid(5, 1))
      const listed = (from: number, to: number) =>
        service.movements({ from: DateTime.unsafeMake(from), to: DateTime.unsafeMake(to) })
      assert.deepStrictEqual(
        (yield* listed(5, 8)).map(({ amount, at, key, kind }) => [key, kind, Number(amount), at.epochMillis]),
        [
          [order.key, "transfer", 1, 5],
          [order.key, "transfer", 100, 7]
        ]
      )
      assert.strictEqual((yield* listed(6, 7)).length, 0)
    })
  )
})
