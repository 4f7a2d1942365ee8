import { assert, it } from "@effect/vitest"
import { Acquirers } from "@florin/core/cards/Acquirer"
import * as Routing from "@florin/core/routing/Routing"
import { SandboxAcquirer } from "@florin/sandbox/SandboxAcquirer"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import type * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  authorize,
  card,
  charge,
  credit,
  morning,
  movements,
  pass,
  pay,
  payOut,
  tokenize,
  world
} from "./internal/world.js"

// Source: D18; core tests which results are rejected, and what is recorded. The sandbox answers the zip 00000 with N
// and 00001 with A, the code 999 with N.
describeOnContract("the results that a request rejects", () => {
  const rejecting = (avs: ReadonlyArray<string>, cvc: ReadonlyArray<string>) => ({
    additional_data: {
      avs_cvc_verification: {
        ...(avs.length === 0 ? {} : { avs_verification: { reject_codes: avs } }),
        ...(cvc.length === 0 ? {} : { cvc_verification: { reject_codes: cvc } })
      }
    }
  })

  it.effect.each([
    { avs: ["N"], cvc: [], zip: "00000", code: "123", status: "failed" },
    { avs: [], cvc: ["N"], zip: "00000", code: "999", status: "failed" },
    { avs: ["N"], cvc: [], zip: "10001", code: "999", status: "successful" },
    { avs: [], cvc: [], zip: "00000", code: "999", status: "successful" }
  ])(
    "Transaction | avs_cvc_verification: address $avs and code $cvc rejected, zip $zip, code $code: $status (D18)",
    ({ avs, code, cvc, status, zip }) =>
      Effect.gen(function* () {
        yield* morning
        const transaction = yield* pay(
          charge({
            credit_card: { ...card, verification_value: code },
            billing_address: { country: "US", zip },
            ...rejecting(avs, cvc)
          })
        )
        assert.deepStrictEqual(
          [transaction.status, transaction.reason],
          [status, status === "failed" ? "avs-cvc" : null]
        )
        yield* pass("1 second")
        const kinds = (yield* movements).map(({ kind }) => kind)
        assert.deepStrictEqual(kinds, status === "failed" ? ["payment", "void"] : ["payment"])
      }).pipe(Effect.provide(world()))
  )
})

const gateway = (gatewayId: number, simulated = true) =>
  Effect.map(SandboxAcquirer, (sandbox) => ({ ...sandbox, gatewayId, simulated }))

describeOnContract("the acquirer of a charge", () => {
  const acquirers = Layer.effect(Acquirers, Effect.all([gateway(1), gateway(2)]))
  const rules = (gateways: Arr.NonEmptyReadonlyArray<number>) =>
    Layer.succeed(Routing.Routing, [{ name: "rule 1", when: {}, action: { kind: "acquirers", gateways } }])

  // Source: D17; core tests the other orders and exclusions.
  it.effect.each([
    { gateways: [2, 1], excluded: [2], expected: 1 },
    { gateways: [2], excluded: [2], expected: null }
  ] as const)(
    "additional_data members | excluded_gateways: rules say $gateways, without $excluded it is $expected (D17)",
    ({ excluded, expected, gateways }) =>
      Effect.gen(function* () {
        yield* morning
        const { gatewayId, reason } = yield* authorize(charge({ additional_data: { excluded_gateways: excluded } }))
        assert.deepStrictEqual([gatewayId, reason], [expected, expected === null ? "no-acquirer" : null])
      }).pipe(Effect.provide(world({ acquirers, settings: rules(gateways) })))
  )
})

describeOnContract("test transactions that pay out", () => {
  const real = Layer.effect(Acquirers, Effect.all([gateway(7, false)]))
  const both = Layer.effect(Acquirers, Effect.all([gateway(7, false), gateway(8)]))

  it.effect.each([
    { of: "a real acquirer", acquirers: real, test: true, expected: [null, "failed", "no-acquirer"] },
    { of: "a real acquirer", acquirers: real, test: false, expected: [7, "successful", null] },
    { of: "both", acquirers: both, test: true, expected: [8, "successful", null] },
    { of: "both", acquirers: both, test: false, expected: [7, "successful", null] }
  ])("D39: a payout and a credit with test $test, of $of, end $expected", ({ acquirers, expected, test }) =>
    Effect.gen(function* () {
      yield* morning
      const token = (yield* tokenize(charge())).card?.token
      const order = { amount: 1000, currency: "EUR", description: "Winnings", test }
      const paid = [
        yield* credit({ request: { ...order, credit_card: { token } } }),
        yield* payOut({ request: { ...order, recipient_credit_card: card } })
      ]
      assert.deepStrictEqual(
        paid.map(({ gatewayId, reason, status }) => [gatewayId, status, reason]),
        [expected, expected]
      )
    }).pipe(Effect.provide(world({ acquirers })))
  )
})
