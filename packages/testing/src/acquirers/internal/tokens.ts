/** A provider's tokens in place of card numbers. Source: D53. */

import { AcquirerRequest } from "@florin/core/cards/Acquirer"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as assert from "../../internal/assert.js"
import {
  assertOnce,
  assertSameAgain,
  assertStatus,
  capabilitiesOf,
  expecting,
  expectingRefusal,
  requestsOf
} from "./asking.js"
import { carryingOut } from "./children.js"
import { type Add, assertMovements, type Open, type Sources } from "./underTest.js"

const foreign = Effect.succeed({
  source: "token",
  token: { provider: "another-provider", value: Redacted.make("tok_of_another_provider") }
} as const)

const ofOthers = (check: Add, open: Open): void => {
  check("does nothing with a token of another provider", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { charge, payOut } = requestsOf(under)
      for (const request of [
        yield* charge("payment", foreign, { amount: 1000 }),
        yield* charge("tokenization", foreign, { amount: 0 }),
        yield* payOut("payout", foreign, { amount: 1000 })
      ]) {
        yield* expectingRefusal(under, request)
        const sends = under.sendsOf === undefined ? 0 : yield* under.sendsOf(request.key)
        assert.strictEqual(sends, 0, "requests that came to the provider")
      }
    })
  )
}

const besideCards = (check: Add, open: Open, tokens: NonNullable<Sources["tokens"]>): void => {
  check("approves and declines by its provider's tokens, once under a key, and says so by key", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { charge } = requestsOf(under)
      const { zeroAmountChecks } = capabilitiesOf(under)
      const kinds = ["authorization", "payment", ...(zeroAmountChecks ? (["tokenization"] as const) : [])] as const
      for (const kind of kinds) {
        const amount = kind === "tokenization" ? 0 : 1000
        const done = yield* expecting("Approved", under, yield* charge(kind, tokens.approving, { amount }))
        yield* assertSameAgain(under, done)
        yield* assertOnce(under, done)
        yield* assertStatus(under, done)
        if (kind !== "tokenization") yield* carryingOut(under, done, [["Void", 1000]])
        const declined = yield* expecting("Declined", under, yield* charge(kind, tokens.declining, { amount }))
        yield* assertMovements(under, declined.key, 0)
      }
    })
  )
}

const kept = (check: Add, open: Open, { approving, tokens }: Sources): void => {
  check("charges without a customer by the token that it has reported for a card on file", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { charge } = requestsOf(under)
      const first = yield* charge("payment", tokens?.approving ?? approving, { amount: 1000, onFile: "first" })
      const { decision } = yield* expecting("Approved", under, first)
      if (decision._tag !== "Approved" || decision.token === undefined) return
      const again = Effect.succeed({ source: "token", token: decision.token } as const)
      const { networkTransactionId } = decision
      const later = yield* charge("payment", again, { amount: 700, onFile: "again", initiatedBy: "merchant" })
      const done = yield* expecting(
        "Approved",
        under,
        networkTransactionId === undefined || later._tag !== "Charge"
          ? later
          : AcquirerRequest.Charge({ ...later, networkTransactionId })
      )
      yield* assertOnce(under, done)
    })
  )
}

export const tokens = (check: Add, open: Open, sources: Sources): void => {
  ofOthers(check, open)
  if (sources.tokens !== undefined) besideCards(check, open, sources.tokens)
  if (sources.tokens !== undefined || sources.card === undefined) kept(check, open, sources)
}
