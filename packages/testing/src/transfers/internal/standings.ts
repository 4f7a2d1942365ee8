/** How a transfer stands: by key, with the provider's own amounts and dates. Source: D28, D31. */
import type { Amount } from "@florin/core/money/Amount"
import * as TransferRules from "@florin/core/transfer-operations/TransferRules"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { newKey } from "../../acquirers/AcquirerRequests.js"
import * as assert from "../../internal/assert.js"
import { payment, payout } from "../TransferRequests.js"
import {
  type Add,
  accepted,
  assertSame,
  assertStatus,
  expecting,
  type Open,
  oneOfEach,
  type ProviderUnderTest,
  paid,
  type SuiteTransfers
} from "./underTest.js"

const methods = ["sbp", "sbp_data"] as const

/** Opens an order. It can't be paid yet: the customer has not seen it. */
const opened = Effect.fnUntraced(function* (under: ProviderUnderTest, method: Transfer["method"]) {
  const request = yield* payment(method, { amount: 100_000 })
  const { order } = yield* expecting(["Waiting"], under, request)
  return { key: request.key, order, request }
})

/** The clocks of a bank and of a test may differ by five minutes. */
const assertNear = (instant: DateTime.Utc) =>
  Effect.map(DateTime.now, (now) => assert.isBelow(Math.abs(DateTime.distance(now, instant)), 300_000, "clock"))

const orders = (check: Add, open: Open): void => {
  check("opens an sbp order with a link, and every order with another one", () =>
    Effect.gen(function* () {
      const under = yield* open
      const links = new Set<string>()
      for (const { order } of yield* Effect.replicateEffect(opened(under, "sbp"), 3)) {
        assert.isTrue(URL.canParse(order?.payload ?? ""), "payload")
        links.add(order!.payload!)
      }
      assert.strictEqual(links.size, 3)
    })
  )

  check("opens an sbp_data order with a phone number, and every order with another one or another mark", () =>
    Effect.gen(function* () {
      const under = yield* open
      const seen = new Set<string>()
      for (const { order } of yield* Effect.replicateEffect(opened(under, "sbp_data"), 3)) {
        assert.isDefined(TransferRules.normalizedPhone(order?.account ?? ""), "account")
        seen.add(`${order!.account} ${order!.mark}`)
      }
      assert.strictEqual(seen.size, 3)
    })
  )

  check("waits with its order until the customer pays, and is paid from then on", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const method of methods) {
        const { key, order, request } = yield* opened(under, method)
        const before = yield* under.provider.status(key)
        assertSame(before._tag === "Waiting" ? before.order : before._tag, order)
        const last = yield* paid(under, request)
        assert.strictEqual(last.amount, request.amount)
      }
    })
  )

  check("dates what it says of a waiting order, if at all, by its present time", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { key } = yield* opened(under, "sbp_data")
      const asOf = Effect.gen(function* () {
        const status = yield* under.provider.status(key)
        return status._tag === "Waiting" ? status.asOf : assert.fail(status._tag)
      })
      const first = yield* asOf
      if (first === undefined) return
      yield* assertNear(first)
      yield* Effect.sleep(5)
      assert.isAtLeast((yield* asOf)?.epochMillis ?? 0, first.epochMillis, "asOf")
    })
  )

  check("says what the customer has paid, not what was asked for", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { key, request } = yield* opened(under, "sbp_data")
      yield* under.pay(key, 90_000 as Amount)
      const status = yield* under.provider.status(key)
      assert.strictEqual(status._tag === "Paid" ? status.amount : status._tag, 90_000 as Amount, request._tag)
    })
  )

  check("dates a payment once, near the time at which it was made", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { request } = yield* opened(under, "sbp")
      const first = yield* paid(under, request)
      yield* assertNear(first.paidAt)
      yield* Effect.sleep(5)
      yield* assertStatus(under, request.key, first)
    })
  )
}

const outgoing = (check: Add, open: Open, of: SuiteTransfers): void => {
  check("pays out what the bank says, not what was asked for", () =>
    Effect.gen(function* () {
      const under = yield* open
      const request = yield* payout(of.recipient, { amount: 500_000 })
      const answer = yield* accepted(under, request)
      // One that is paid out at once has the bank's amount already.
      if (answer._tag === "Paid") return
      yield* under.complete(request.key, 490_000 as Amount)
      const status = yield* under.provider.status(request.key)
      assert.strictEqual(status._tag === "Paid" ? status.amount : status._tag, 490_000 as Amount)
    })
  )

  check("says that a bank has refused a payout or a refund, from then on", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const request of (yield* oneOfEach(under, of)).slice(2)) {
        const answer = yield* accepted(under, request)
        if (answer._tag === "Paid") continue
        yield* under.refuse(request.key)
        assert.strictEqual((yield* under.provider.status(request.key))._tag, "Rejected", request._tag)
      }
    })
  )

  check("has not found a key it has never seen", () =>
    Effect.gen(function* () {
      const under = yield* open
      yield* assertStatus(under, yield* newKey, { _tag: "NotFound" })
    })
  )
}

export const standings = (check: Add, open: Open, of: SuiteTransfers): void => {
  orders(check, open)
  outgoing(check, open, of)
}
