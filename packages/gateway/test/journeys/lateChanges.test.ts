/** Journeys of changes whose charge was told as failed, and was made. Source: D40, D60. */
import { assert, it } from "@effect/vitest"
import { Coupons } from "@florin/core/billing/Coupons"
import { Customers } from "@florin/core/billing/Customers"
import { AcquirerReports } from "@florin/core/card-operations/AcquirerReports"
import { AcquirerAnswer, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { AcquirerNotification } from "@florin/core/cards/AcquirerNotifications"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { AcquirerKey } from "@florin/core/ids/Ids"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import {
  ahead,
  at,
  billing,
  change,
  charges,
  events,
  look,
  monthly,
  progress,
  subscribe,
  until
} from "../internal/billing.js"
import { acquirerWith, find, pass, shop } from "../internal/world.js"

const declined = AcquirerAnswer.Declined({ reason: "funds", report: noReport })

/** An acquirer that books the second charge and calls it declined, says later that it is approved, and takes nothing back. */
const mistaken = () => {
  let requested = 0
  return acquirerWith((real) => ({
    notifications: {
      receive: ({ body }) => {
        const key = AcquirerKey.make(Buffer.from(body).toString())
        const status = AcquirerStatus.Approved({ report: noReport })
        return Effect.succeed(AcquirerNotification.Genuine({ outcomes: [{ key, status }], reply: "" }))
      }
    },
    perform: (request) => {
      if (request._tag === "Void" || request._tag === "Refund") return Effect.succeed(declined)
      const isSecond = request._tag === "Charge" && ++requested === 2
      return isSecond ? Effect.as(real.perform(request), declined) : real.perform(request)
    }
  }))
}

const corrected = (uid: string) =>
  Effect.gen(function* () {
    const reports = yield* AcquirerReports
    yield* reports.receive(1, { body: Buffer.from(uid), header: () => undefined })
    yield* pass("1 minute")
    assert.strictEqual((yield* find(uid)).status, "successful")
  })

/** Two seats of 10.00 EUR a month, from 1 April on, of a customer; the third one was declined on the sixteenth. */
const refused = Effect.gen(function* () {
  yield* at("2026-04-01T09:00:00Z")
  const customer = yield* (yield* Customers).create(
    yield* shop(),
    yield* BillingRequests.customer({ email: "jane@example.com", ip: "192.0.2.1" })
  )
  const { id } = yield* subscribe(monthly(), { quantity: 2, customer: { id: customer.id } })
  yield* pass(0)
  yield* until("2026-04-16T12:00:00Z")
  const { lastTransaction } = yield* change(id, { quantity: 3 })
  assert.strictEqual(lastTransaction?.status, "failed")
  yield* events
  const balance = Effect.gen(function* () {
    const { balances } = yield* (yield* Coupons).account(yield* shop(), customer.id)
    return balances.map(({ amount }) => Number(amount))
  })
  return { id, balance, uid: lastTransaction!.uid }
})

const quantityOf = (id: Subscription["id"]) => Effect.map(look(id), ({ items }) => items?.[0]?.quantity)

const quietly = Logger.remove(Logger.defaultLogger)

describeOnContract("a change that was told as failed, and was charged", () => {
  it.effect("D40, D60: is made by the money, and what the days since have cost less stays in the balance", () =>
    Effect.gen(function* () {
      const { balance, id, uid } = yield* refused
      yield* until("2026-04-19T12:00:00Z")
      assert.strictEqual(yield* quantityOf(id), 2)
      yield* corrected(uid)
      assert.strictEqual(yield* quantityOf(id), 3)
      assert.deepStrictEqual(yield* events, ["changed"])
      // 5.00 for the fifteen days from the sixteenth on, of which twelve are left.
      assert.deepStrictEqual(yield* balance, [100])
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 1, failed: 0, next: "2026-05-01T09:00" })
      assert.deepStrictEqual(yield* ahead(id, "2026-05-02T09:00:00Z"), ["2026-05-01T09:00 2900 cycle"])
      assert.deepStrictEqual((yield* until("2026-05-01T10:00:00Z")).charged, ["2026-05-01T09:00 2900"])
    }).pipe(Effect.provide(billing({ acquirers: mistaken() })), Effect.provide(quietly))
  )

  it.effect("D40, D60: whose place a later wish has taken is not made; its money pays for that one", () =>
    Effect.gen(function* () {
      const { balance, id, uid } = yield* refused
      yield* change(id, { quantity: 5 })
      yield* corrected(uid)
      assert.strictEqual(yield* quantityOf(id), 5)
      assert.deepStrictEqual(yield* charges, ["2026-04-01T09:00 2000", "2026-04-16T12:00 500", "2026-04-16T12:00 1500"])
      assert.deepStrictEqual(yield* balance, [500])
      assert.deepStrictEqual((yield* until("2026-05-01T10:00:00Z")).charged, ["2026-05-01T09:00 4500"])
    }).pipe(Effect.provide(billing({ acquirers: mistaken() })), Effect.provide(quietly))
  )

  it.effect("D40, D60: after another period has begun leaves its money to the balance, once", () =>
    Effect.gen(function* () {
      const { balance, id, uid } = yield* refused
      yield* until("2026-05-02T12:00:00Z")
      yield* corrected(uid)
      yield* corrected(uid)
      assert.strictEqual(yield* quantityOf(id), 2)
      assert.deepStrictEqual(yield* balance, [500])
      assert.deepStrictEqual((yield* until("2026-06-01T10:00:00Z")).charged, ["2026-06-01T09:00 1500"])
    }).pipe(Effect.provide(billing({ acquirers: mistaken() })), Effect.provide(quietly))
  )
})
