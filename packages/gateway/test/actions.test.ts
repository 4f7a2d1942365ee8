/** Charges that need their customer at the acquirer. Source: D53; D15 for the time; D40 for what is not known. */
import { assert, it } from "@effect/vitest"
import { Cards } from "@florin/core/card-operations/Cards"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { Transactions } from "@florin/core/queries/Transactions"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Documents from "@florin/wire/Documents"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type ActingBank, actingBank, type Place, redirect } from "./internal/actingBank.js"
import { receiver } from "./internal/receiver.js"
import { acquirerWith, authorize, charge, find, morning, pass, pay, shop, tokenize, world } from "./internal/world.js"

const returned = (uid: CardTransaction["uid"], fields: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(Cards, (cards) => Effect.map(cards.returned(uid, fields), ({ transaction }) => transaction))

const withBank = <A, E, R>(bank: ActingBank, test: Effect.Effect<A, E, R>) =>
  Effect.zipRight(morning, test).pipe(Effect.provide(world({ acquirers: acquirerWith(bank.change) })))

const documentOf = (transaction: CardTransaction) =>
  Documents.toDocument(transaction, { baseUrl: "https://pay.example" }).transaction as unknown as Readonly<
    Record<string, unknown>
  >

/** What a merchant sees: status, code, where the customer is to go, and whether it holds what the acquirer said. */
const seen = (transaction: CardTransaction) => {
  const document = documentOf(transaction)
  return [document.status, document.code, document.redirect_url ?? null]
}

const historyOf = (uid: CardTransaction["uid"]) =>
  Effect.flatMap(Transactions, (transactions) =>
    Effect.flatMap(shop(), (merchant) =>
      Effect.map(transactions.history(merchant, uid), (lines) => lines.map(({ to, trigger }) => `${trigger}: ${to}`))
    )
  )

describeOnContract("a charge whose acquirer needs the customer", () => {
  it.effect.each([
    { operation: "authorize", place: "approved", status: "successful", code: "S.0000" },
    { operation: "pay", place: "approved", status: "successful", code: "S.0000" },
    { operation: "tokenize", place: "approved", status: "successful", code: "S.0000" },
    { operation: "pay", place: "declined", status: "failed", code: "F.0999" },
    { operation: "pay", place: "accepted", status: "pending", code: "P.9999" },
    { operation: "pay", place: "unknown", status: "pending", code: "P.9999" },
    { operation: "pay", place: "lost", status: "pending", code: "P.9999" }
  ] as const)(
    "D53: $operation is incomplete until the customer is back, then the acquirer is asked: $place is $status",
    ({ code, operation, place, status }) => {
      const bank = actingBank()
      return withBank(
        bank,
        Effect.gen(function* () {
          const operations = { authorize, pay, tokenize }
          const first = yield* operations[operation](charge() as never)
          assert.deepStrictEqual(seen(first), ["incomplete", "P.4012", `https://pay.example/process/${first.uid}`])
          assert.deepStrictEqual(first.atProvider?.action, redirect)
          bank.places.set(first.uid, place)
          const brought = { redirectResult: "X6XtfGC3!H4s" }
          const back = yield* returned(first.uid, brought)
          assert.deepStrictEqual(seen(back).slice(0, 2), [status, code])
          const [question] = bank.requested
          assert.deepStrictEqual(question?.returned, brought)
          assert.deepStrictEqual([question?.reference, question?.kind], [`bank-${first.uid}`, first.type])
          assert.strictEqual(bank.requests.length, 1)
        })
      )
    }
  )

  // A key of 2 minutes is used for 80 seconds: a call takes up to 30, and may be 10 on its way.
  it.effect.each([
    { life: "2 minutes", after: "79 seconds", isReported: true },
    { life: "2 minutes", after: "80 seconds", isReported: false },
    { life: undefined, after: "14 minutes", isReported: true }
  ] as const)(
    "D53: where keys live $life, a question $after after the charge tells what the browser brought: $isReported",
    ({ after, isReported, life }) => {
      const bank = actingBank()
      const keys = life === undefined ? {} : { keyLife: Duration.decode(life) }
      const forgetful = acquirerWith(() => ({ ...bank.change(), ...keys, inFlightWindow: Duration.seconds(10) }))
      return Effect.gen(function* () {
        yield* morning
        const { uid } = yield* pay(charge())
        bank.places.set(uid, "unknown")
        yield* pass(after)
        yield* returned(uid, { handle: "abc" })
        assert.deepStrictEqual(bank.requested.at(-1)?.returned, isReported ? { handle: "abc" } : undefined)
      }).pipe(Effect.provide(world({ acquirers: forgetful })))
    }
  )

  it.effect("D53: what the browser brought is kept until the acquirer has answered, and no longer", () => {
    const bank = actingBank()
    return withBank(
      bank,
      Effect.gen(function* () {
        const { uid } = yield* pay(charge())
        bank.places.set(uid, "unknown")
        yield* returned(uid, { handle: "abc" })
        assert.deepStrictEqual((yield* find(uid)).atProvider?.returned, { handle: "abc" })
        yield* pass("3 seconds")
        assert.deepStrictEqual(
          bank.requested.map(({ returned }) => returned),
          [{ handle: "abc" }, { handle: "abc" }]
        )
        bank.places.set(uid, "approved")
        yield* pass("10 seconds")
        const { atProvider, status } = yield* find(uid)
        assert.deepStrictEqual([status, atProvider?.returned, atProvider?.action], ["successful", null, null])
      })
    )
  })

  it.effect(
    "D53: a forged return asks, and leaves the customer where the acquirer says; a repeated one is nothing",
    () => {
      const bank = actingBank()
      return withBank(
        bank,
        Effect.gen(function* () {
          const { uid } = yield* pay(charge())
          assert.strictEqual((yield* returned(uid, { status: "paid" })).status, "incomplete")
          bank.places.set(uid, "approved")
          const both = yield* Effect.all([returned(uid), returned(uid)], { concurrency: "unbounded" })
          assert.include(
            both.map(({ status }) => status),
            "successful"
          )
          assert.strictEqual((yield* returned(uid)).status, "successful")
          assert.deepStrictEqual(bank.approved(), ["Charge"])
          assert.strictEqual(bank.requested.length, 2)
        })
      )
    }
  )

  // Source: D15, D40: at the end of the time the acquirer is asked, before anything is announced.
  it.effect.each([
    { after: "15 minutes", more: {}, place: "action", status: "expired", moved: ["Void"], left: "canceled" },
    { after: "15 minutes", more: {}, place: "approved", status: "successful", moved: ["Charge"], left: "approved" },
    { after: "15 minutes", more: {}, place: "declined", status: "failed", moved: [], left: "declined" },
    { after: "15 minutes", more: {}, place: "accepted", status: "pending", moved: [], left: "accepted" },
    { after: "899 seconds", more: {}, place: "approved", status: "incomplete", moved: ["Charge"], left: "approved" },
    {
      after: "5 minutes",
      more: { expired_at: "2026-03-02T09:05:00Z" },
      place: "action",
      status: "expired",
      moved: ["Void"],
      left: "canceled"
    },
    { after: "16 minutes", more: {}, place: "unknown", status: "pending", moved: [], left: "unknown" },
    { after: "17 minutes", more: {}, place: "unknown", status: "expired", moved: [], left: "unknown" }
  ] as const)("D15, D53: nobody comes back for $after, and it is $place there: $status", (row) => {
    const bank = actingBank()
    return withBank(
      bank,
      Effect.gen(function* () {
        const { uid } = yield* pay(charge(row.more))
        bank.places.set(uid, row.place)
        yield* pass(row.after as Duration.DurationInput)
        assert.strictEqual((yield* find(uid)).status, row.status)
        assert.deepStrictEqual(bank.approved(), [...row.moved])
        assert.strictEqual(bank.places.get(uid), row.left)
        const voids = bank.requests.flatMap((request) =>
          request._tag === "Void" ? [`${request.key} ${request.parentReference}`] : []
        )
        const isTakenBack = row.status === "expired"
        assert.deepStrictEqual(voids.slice(0, 1), isTakenBack ? [`${uid}:reverse bank-${uid}`] : [])
      })
    )
  })

  it.effect.each([
    { later: "approved", status: "successful" },
    { later: "declined", status: "expired" }
  ] as const)(
    "D40, D53: an end that cannot be taken back is what the acquirer decides later: $later is $status",
    (row) => {
      const bank = actingBank()
      bank.own.refusesVoids = true
      return withBank(
        bank,
        Effect.gen(function* () {
          const { uid } = yield* pay(charge())
          yield* pass("16 minutes")
          assert.strictEqual((yield* find(uid)).status, "expired")
          bank.places.set(uid, row.later)
          yield* pass("2 hours")
          const { report, status } = yield* find(uid)
          assert.deepStrictEqual(
            [status, report?.refId ?? null],
            [row.status, row.status === "successful" ? `bank-${uid}` : null]
          )
          const questions = bank.requested.length
          yield* pass("3 days")
          assert.strictEqual(bank.requested.length, questions, "nothing is left to find out")
        })
      )
    }
  )

  it.effect("D53: without a customer it is a decline, and nothing stays open at the acquirer", () => {
    const first: { Charge: Place } = { Charge: "approved" }
    const bank = actingBank(first)
    return withBank(
      bank,
      Effect.gen(function* () {
        const { card } = yield* pay(charge({ additional_data: { contract: ["recurring"] } }))
        first.Charge = "action"
        const { isByMerchant, status, uid, ...failed } = yield* pay(
          charge({ credit_card: { token: card?.token }, amount: 500 })
        )
        assert.deepStrictEqual([isByMerchant, status, failed.reason], [true, "failed", "authentication-failed"])
        yield* pass("1 minute")
        assert.strictEqual((yield* find(uid)).status, "failed")
        assert.strictEqual(bank.places.get(uid), "canceled")
        assert.deepStrictEqual(bank.approved(), ["Charge", "Void"])
      })
    )
  })

  it.effect("D53: is told of like a challenge, and its history says how it went", () => {
    const bank = actingBank()
    return withBank(
      bank,
      Effect.scoped(
        Effect.gen(function* () {
          const { deliveries, url } = yield* receiver
          const { uid } = yield* pay(charge({ notification_url: url }))
          bank.places.set(uid, "approved" satisfies Place)
          yield* returned(uid)
          yield* pass("1 second")
          const bodies = deliveries.map(({ body }) => JSON.parse(body).transaction.status)
          assert.deepStrictEqual(bodies, ["successful"])
          assert.deepStrictEqual(yield* historyOf(uid), [
            "Accepted: pending",
            "ActionNeeded: incomplete",
            "ActionReturned: pending",
            "Approved: successful"
          ])
        })
      )
    )
  })
})
