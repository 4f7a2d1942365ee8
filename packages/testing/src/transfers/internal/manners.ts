/** What a provider says, and what it lists. */
import type { Movement, MovementKind } from "@florin/core/money/Movement"
import { type TransferRequest, WellFormedProgress } from "@florin/core/transfers/TransferProvider"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { newKey } from "../../acquirers/AcquirerRequests.js"
import * as assert from "../../internal/assert.js"
import { payment, payout, refund } from "../TransferRequests.js"
import {
  type Add,
  accepted,
  assertSame,
  declined,
  expecting,
  movementsOf,
  type Open,
  oneOfEach,
  paid,
  type SuiteTransfers
} from "./underTest.js"

const isAccepted = Schema.is(WellFormedProgress)

const speaking = (check: Add, open: Open, of: SuiteTransfers): void => {
  check("has a gateway id and a name", () =>
    Effect.gen(function* () {
      const { provider } = yield* open
      assert.isTrue(Number.isSafeInteger(provider.gatewayId) && provider.gatewayId > 0)
      assert.isNotEmpty(provider.name)
    })
  )

  check("says only what the gateway accepts", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const request of yield* oneOfEach(under, of)) {
        const rejected = of.refused({ ...request, key: yield* newKey })
        for (const reply of [
          yield* accepted(under, request),
          yield* under.provider.status(request.key),
          yield* paid(under, request),
          yield* expecting(["Rejected"], under, rejected)
        ]) {
          assert.isTrue(isAccepted(reply), `${reply._tag} of ${request._tag}`)
        }
      }
    })
  )

  const oddities: ReadonlyArray<readonly [string, Effect.Effect<TransferRequest>]> = [
    ["with a description in another script", payment("sbp", { amount: 100_000, description: "Ёлка 🎄 O'Neil" })],
    ["with the largest amount", payment("sbp", { amount: Number.MAX_SAFE_INTEGER })],
    ["with the smallest amount", payment("sbp", { amount: 1 })],
    ["to pay out to an account that is none", payout({ ...of.recipient, account: "0" }, { amount: 500_000 })],
    ["to pay out to a bank that is none", payout({ ...of.recipient, bankCode: "no such bank" }, { amount: 500_000 })],
    ["to refund what it does not know", Effect.flatMap(newKey, (parent) => refund(parent, { amount: 1000 }))]
  ]
  for (const [name, odd] of oddities) {
    check(`neither fails nor dies when asked ${name}`, () =>
      Effect.gen(function* () {
        const { provider } = yield* open
        const request = yield* odd
        assert.isTrue(Exit.isSuccess(yield* Effect.exit(provider.perform(request))), "perform")
        assert.isTrue(Exit.isSuccess(yield* Effect.exit(provider.status(request.key))), "status")
      })
    )
  }

  check("knows the bank that it pays out to, and pays out to none that it does not know", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { knowsBank } = under.provider
      if (knowsBank === undefined) return
      assert.isTrue(knowsBank(of.recipient.bankCode))
      assert.isFalse(knowsBank("no such bank"))
      yield* declined(under, yield* payout({ ...of.recipient, bankCode: "no such bank" }, { amount: 500_000 }))
    })
  )
}

const kinds: Readonly<Record<TransferRequest["_tag"], MovementKind>> = {
  Payment: "transfer",
  Refund: "refund",
  Payout: "payout"
}

const assertListed = (found: ReadonlyArray<Movement> | undefined, expected: ReadonlyArray<Movement>): void => {
  if (found !== undefined) assertSame(found, expected)
}

const listing = (check: Add, open: Open, of: SuiteTransfers): void => {
  check("lists what has moved as its status says, oldest first, and nothing else", () =>
    Effect.gen(function* () {
      const under = yield* open
      const requests = yield* oneOfEach(under, of)
      const rejected = of.refused({ ...requests[0], key: yield* newKey })
      yield* Effect.forEach([...requests, rejected], under.provider.perform)
      const keys = [...requests, rejected].map(({ key }) => key)
      const early = yield* movementsOf(under, keys)
      for (const { key } of early ?? []) assert.strictEqual((yield* under.provider.status(key))._tag, "Paid")
      const expected: Array<Movement> = []
      for (const request of [...requests].reverse()) {
        const { _tag, currency, key } = request
        const { amount, paidAt } = yield* paid(under, request)
        expected.push({ key, kind: kinds[_tag], amount, currency, at: paidAt })
        yield* Effect.sleep(2)
      }
      const ordered = expected.sort((left, right) => left.at.epochMillis - right.at.epochMillis)
      const found = yield* movementsOf(under, keys)
      const shown = found?.map(({ amount, at, currency, key, kind }) => ({ key, kind, amount, currency, at }))
      assertListed(shown, ordered)
    })
  )

  check("lists a period from its first instant on, without its last", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { movements } = under.provider
      if (movements === undefined) return
      const request = yield* payment("sbp", { amount: 100_000 })
      const { paidAt: at } = yield* paid(under, request)
      const later = DateTime.add(at, { millis: 1 })
      const listed = (from: DateTime.Utc, to: DateTime.Utc) =>
        Effect.map(movements({ from, to }), (all) => all.filter(({ key }) => key === request.key).length)
      assert.strictEqual(yield* listed(at, later), 1)
      assert.strictEqual(yield* listed(DateTime.subtract(at, { hours: 1 }), at), 0)
      assert.strictEqual(yield* listed(later, DateTime.add(at, { hours: 1 })), 0)
    })
  )
}

export const manners = (check: Add, open: Open, of: SuiteTransfers): void => {
  speaking(check, open, of)
  listing(check, open, of)
}
