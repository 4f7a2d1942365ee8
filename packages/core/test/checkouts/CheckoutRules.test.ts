import type { Checkout, CheckoutState } from "@florin/core/checkouts/Checkout"
import * as CheckoutChange from "@florin/core/checkouts/CheckoutChange"
import * as CheckoutMachine from "@florin/core/checkouts/CheckoutMachine"
import type { CheckoutRequest } from "@florin/core/checkouts/CheckoutRequest"
import * as CheckoutRules from "@florin/core/checkouts/CheckoutRules"
import type { CheckoutToken, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import * as Machine from "@florin/core/machine/Machine"
import { Amount } from "@florin/core/money/Amount"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { assert, describe, it } from "vitest"

const now = DateTime.unsafeMake("2035-01-31T09:00:00Z")
const later = (seconds: number) => DateTime.add(now, { seconds })
const uid = (index: number) => `00000000-0000-7000-8000-00000000000${index}` as TransactionUid

const order = { amount: 1995, currency: "EUR", description: "A book" } as CheckoutRequest["order"]

const made = (request: Partial<CheckoutRequest> = {}): Checkout =>
  CheckoutRules.created(
    { shop: "books" as ShopId, token: "ab".repeat(32) as CheckoutToken, now },
    { transactionType: "payment", order, ...request }
  ).checkout

const begun = (checkout: Checkout, index = 1, at = now): Checkout =>
  Either.getOrThrow(CheckoutRules.begun(checkout, uid(index), at)).checkout

describe("a checkout", () => {
  it("D45: waits for 24 hours, or as long as the shop says", () => {
    assert.strictEqual(DateTime.formatIso(made().expiresAt), "2035-02-01T09:00:00.000Z")
    const expiredAt = later(60)
    assert.strictEqual(made({ order: { ...order, expiredAt } }).expiresAt, expiredAt)
  })

  it.each<readonly [seconds: number, state: CheckoutState | undefined]>([
    [59.999, undefined],
    [60, "expired"],
    [61, "expired"]
  ])("D44: whose time is 60 seconds is, after %s, %s", (seconds, state) => {
    const checkout = made({ order: { ...order, expiredAt: later(60) } })
    assert.strictEqual(CheckoutRules.expired(checkout, later(seconds))?.checkout.state, state)
    assert.strictEqual(Either.isRight(CheckoutRules.begun(checkout, uid(1), later(seconds))), state === undefined)
  })

  it.each<
    readonly [
      allowed: number,
      outcome: CheckoutRules.AttemptOutcome,
      seconds: number,
      isUnsent: boolean,
      state: CheckoutState
    ]
  >([
    [1, "AttemptSucceeded", 0, false, "paid"],
    [1, "AttemptSucceeded", 60, false, "paid"],
    [1, "AttemptFailed", 0, false, "failed"],
    [1, "AttemptFailed", 60, false, "failed"],
    [1, "AttemptFailed", 0, true, "open"],
    [1, "AttemptFailed", 60, true, "expired"],
    [2, "AttemptFailed", 0, false, "open"],
    [2, "AttemptFailed", 59, false, "open"],
    [2, "AttemptFailed", 60, false, "expired"],
    [2, "AttemptUnsettled", 0, false, "failed"],
    [10, "AttemptUnsettled", 60, false, "failed"]
  ])(
    "D44: of %s attempts, whose first is %s after %s seconds (unsent: %s), is %s",
    (attempts, outcome, seconds, isUnsent, state) => {
      const paying = begun(made({ attempts, order: { ...order, expiredAt: later(60) } }))
      const settled = CheckoutRules.settled(paying, uid(1), outcome, later(seconds), isUnsent ? { isUnsent } : {})
      assert.strictEqual(settled?.checkout.state, state)
      assert.strictEqual(settled?.checkout.attempts, isUnsent ? 0 : 1)
      const effects: Partial<Record<CheckoutState, ReadonlyArray<string>>> = { expired: ["notify"], open: ["watch"] }
      assert.deepStrictEqual(settled?.effects, effects[state] ?? [])
    }
  )

  it.each([
    [order.amount - 1, "underpaid", order.amount - 1],
    [order.amount, "paid", undefined],
    [order.amount + 1, "paid", order.amount + 1]
  ] as const)("D44, D52: an order that was paid with %s is %s", (amount, meaning, paidAmount) => {
    const settled = CheckoutRules.settled(begun(made()), uid(1), "AttemptSucceeded", now, {
      amount: Amount.make(amount)
    })!
    const reported = CheckoutChange.make(settled)
    assert.deepStrictEqual([reported.change.means, reported.checkout.state], [meaning, "paid"])
    assert.strictEqual(reported.checkout.paidAmount, paidAmount)
    const held = {
      ...settled.checkout,
      details: { ...settled.checkout.details, transactionType: "authorization" }
    } as const
    const meant = CheckoutChange.make({ ...settled, checkout: held }).change.means
    assert.strictEqual(meant, meaning === "paid" ? "held" : meaning)
  })

  it("D44: one attempt at a time", () => {
    const paying = begun(made({ attempts: 3 }))
    const second = CheckoutRules.begun(paying, uid(2), now)
    assert.deepStrictEqual(Either.getOrThrow(Either.flip(second)).errors[0]?.sentence, "A payment is under way")
    assert.isUndefined(CheckoutRules.expired(paying, later(100_000)))
    assert.isTrue(Either.isLeft(CheckoutRules.canceled(paying, now)))
  })

  it.each<readonly [ended: string, checkout: () => Checkout]>([
    ["failed", () => CheckoutRules.settled(begun(made()), uid(1), "AttemptUnsettled", now)!.checkout],
    ["expired", () => CheckoutRules.expired(made(), later(100_000))!.checkout],
    ["canceled", () => Either.getOrThrow(CheckoutRules.canceled(made(), now)).checkout]
  ])("D44, D40: a late approval pays one that is %s", (_, checkout) => {
    const paid = CheckoutRules.settled(checkout(), uid(1), "AttemptSucceeded", later(200_000))
    assert.strictEqual(paid?.checkout.state, "paid")
    assert.strictEqual(paid?.checkout.uid, uid(1))
    assert.isUndefined(CheckoutRules.settled(paid!.checkout, uid(1), "AttemptSucceeded", later(200_001)))
  })

  it("a failure of an attempt before the one under way means nothing", () => {
    const again = CheckoutRules.settled(begun(made({ attempts: 2 })), uid(1), "AttemptFailed", now)!.checkout
    const second = begun(again, 2)
    assert.isUndefined(CheckoutRules.settled(second, uid(1), "AttemptFailed", now))
    assert.isUndefined(CheckoutRules.settled(second, uid(1), "AttemptUnsettled", now))
  })
})

const both = { cards: true, transfers: true }
const roubles = (amount: number) => ({ ...order, currency: "RUB", amount }) as CheckoutRequest["order"]
const all = ["credit_card", "sbp", "sbp_data"]
const paymentMethod = (members: object) => ({ order: roubles(100_000), paymentMethod: members })

describe("the methods of a checkout", () => {
  it.each<
    readonly [
      what: string,
      request: Partial<CheckoutRequest>,
      available: CheckoutRules.Available,
      offered: ReadonlyArray<string>
    ]
  >([
    ["all that the shop has, where it names none", { order: roubles(100_000) }, both, all],
    ["what the shop has: cards", { order: roubles(100_000) }, { ...both, transfers: false }, ["credit_card"]],
    ["what the shop has: transfers", { order: roubles(100_000) }, { ...both, cards: false }, ["sbp", "sbp_data"]],
    [
      "those that it names, in the order of the page",
      paymentMethod({ types: ["sbp", "credit_card"] }),
      both,
      all.slice(0, 2)
    ],
    ["none of those that it excludes", paymentMethod({ excludedTypes: ["sbp"] }), both, ["credit_card", "sbp_data"]],
    ["nothing that is named and excluded", paymentMethod({ types: ["sbp"], excludedTypes: ["sbp"] }), both, []],
    ["a named one only where the shop has it", paymentMethod({ types: ["sbp"] }), { ...both, transfers: false }, []],
    ["cards alone in another currency", {}, both, ["credit_card"]],
    ["all of a charge", { transactionType: "charge", order: roubles(100_000) }, both, all],
    ["cards alone for a hold", { transactionType: "authorization", order: roubles(100_000) }, both, ["credit_card"]],
    ["cards alone for a tokenization", { transactionType: "tokenization", order: roubles(0) }, both, ["credit_card"]],
    ["cards alone where nothing is charged", { order: roubles(0) }, both, ["credit_card"]]
  ])("D45: are %s", (_, request, available, offered) => {
    assert.deepStrictEqual(CheckoutRules.offered(made(request), available), offered)
  })
})

/** A step of somebody: a tab, a provider, the clock, the shop. */
const steps = FastCheck.array(
  FastCheck.record({
    what: FastCheck.constantFrom("begin", "succeed", "decline", "unsettle", "late", "time", "cancel"),
    attempt: FastCheck.nat(9),
    pass: FastCheck.constantFrom(0, 0, 0, 1, 30)
  }),
  { maxLength: 40 }
)

/** What the providers have decided so far, by their own books: an attempt that is unsettled may still be approved. */
type Book = Array<"under way" | "approved" | "declined" | "unsettled">

describe("the law of a checkout", () => {
  it("D44: at most one attempt ever succeeds, and it is paid exactly when one has", () => {
    FastCheck.assert(
      FastCheck.property(steps, FastCheck.integer({ min: 1, max: 10 }), (steps, attempts) => {
        let checkout = made({ attempts, order: { ...order, expiredAt: later(60) } })
        let at = 0
        const book: Book = []
        const end = (index: number, as: Book[number], outcome: CheckoutRules.AttemptOutcome) => {
          book[index] = as
          checkout = CheckoutRules.settled(checkout, uid(index), outcome, later(at))?.checkout ?? checkout
        }
        for (const { attempt, pass, what } of steps) {
          at += pass
          const current = book.indexOf("under way")
          const unsettled = book.indexOf("unsettled")
          if (what === "begin") {
            const next = CheckoutRules.begun(checkout, uid(book.length), later(at))
            if (Either.isRight(next)) {
              checkout = next.right.checkout
              book.push("under way")
            }
          } else if (what === "time") checkout = CheckoutRules.expired(checkout, later(at))?.checkout ?? checkout
          else if (what === "cancel")
            checkout = Either.getOrUndefined(CheckoutRules.canceled(checkout, later(at)))?.checkout ?? checkout
          else if (what === "late" && unsettled >= 0) end(unsettled, "approved", "AttemptSucceeded")
          else if (current >= 0 && what === "succeed") end(current, "approved", "AttemptSucceeded")
          else if (current >= 0 && what === "decline") end(current, "declined", "AttemptFailed")
          else if (current >= 0 && what === "unsettle") end(current, "unsettled", "AttemptUnsettled")
          // A message about an attempt that is over already changes nothing.
          else if (book[attempt] === "declined") end(attempt, "declined", "AttemptFailed")
          const approved = book.filter((one) => one === "approved").length
          const underWay = book.filter((one) => one === "under way").length
          const keeps =
            approved <= 1 &&
            (checkout.state === "paid") === (approved === 1) &&
            underWay <= (checkout.state === "paying" ? 1 : 0) &&
            checkout.attempts <= attempts
          // Assertions of each step would take longer than the steps.
          if (!keeps) assert.fail(`${checkout.state} after ${checkout.attempts} attempts, of which ${book.join(", ")}`)
        }
      }),
      { numRuns: 20_000 }
    )
  }, 60_000)

  it("no state but open begins an attempt", () => {
    for (const state of Machine.states(CheckoutMachine.machine)) {
      const begins = CheckoutMachine.machine.rows.some((row) => row.state === state && row.trigger === "AttemptBegun")
      assert.strictEqual(begins, state === "open")
    }
  })
})
