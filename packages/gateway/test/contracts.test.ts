/** A contract stands once its first payment, or check, has succeeded. Source: D14. */
import { assert, it } from "@effect/vitest"
import { Cards } from "@florin/core/card-operations/Cards"
import { AcquirerAnswer } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { Contract } from "@florin/core/cards/CardRequest"
import { CardStore } from "@florin/core/cards/CardStore"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import * as SandboxThreeDSecure from "@florin/sandbox/SandboxThreeDSecure"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  acquirerWith,
  authorize,
  card,
  charge,
  find,
  morning,
  pass,
  pay,
  tokenize,
  verdict,
  world
} from "./internal/world.js"

const secure = { shop: "secure" }
const shops = [{ id: "secure", secret_key: "secure-secret-001", three_d_secure: true, strict_contracts: true }]
const gateway = world({ shops, servers: SandboxThreeDSecure.layerOnly })

const recorded = (transaction: CardTransaction) =>
  Effect.gen(function* () {
    const found = yield* (yield* CardStore).find(transaction.shop, transaction.card!.token)
    return Option.getOrThrow(found).contracts
  })

/** The customer leaves the issuer's page. */
const confirm = (transaction: CardTransaction, choice: "approve" | "decline") =>
  Effect.gen(function* () {
    const challenge = transaction.authentication?.challenge
    assert(challenge?.version === 2, "there is a challenge")
    const { page } = yield* SandboxThreeDSecure.SandboxThreeDSecure
    const shown = yield* page({ creq: challenge.creq, threeDSSessionData: challenge.sessionData })
    const { returned } = yield* Cards
    yield* returned(transaction.uid, shown!.choices[choice])
  })

const rejecting = { avs_cvc_verification: { avs_verification: { reject_codes: ["N"] } } }
const silent = () => Effect.void

interface Outcome {
  readonly name: string
  readonly number: string
  readonly holder?: string
  readonly more?: object
  readonly then?: (
    transaction: CardTransaction
  ) => Effect.Effect<unknown, unknown, Cards | SandboxThreeDSecure.SandboxThreeDSecure>
  readonly status: CardTransaction["status"]
}

const frictionless = "4012000000001006"
const challenged = "4012000000001097"

const outcomes: ReadonlyArray<Outcome> = [
  { name: "approved", number: frictionless, status: "successful" },
  { name: "approved without 3-D Secure, of a card that has none", number: "4200000000000000", status: "successful" },
  { name: "refused by 3-D Secure", number: "4012000000001014", status: "failed" },
  { name: "not authenticated", number: "4012000000001022", status: "failed" },
  { name: "declined", number: frictionless, holder: "DECLINE", status: "failed" },
  { name: "challenged, and never finished", number: challenged, status: "expired" },
  { name: "challenged and refused", number: challenged, then: (_) => confirm(_, "decline"), status: "failed" },
  { name: "challenged and approved", number: challenged, then: (_) => confirm(_, "approve"), status: "successful" },
  {
    name: "challenged, and declined by the acquirer",
    number: challenged,
    holder: "DECLINE",
    then: (_) => confirm(_, "approve"),
    status: "failed"
  },
  { name: "approved, and known of only later", number: frictionless, holder: "LATE", status: "successful" },
  { name: "lost on its way", number: frictionless, holder: "TIMEOUT", status: "failed" }
]

const operations = { authorization: authorize, payment: pay, tokenization: tokenize } as const

describeOnContract("a contract", () => {
  it.effect.each(
    (["authorization", "payment", "tokenization"] as const).flatMap((operation) =>
      outcomes.map((outcome) => ({ ...outcome, operation }))
    )
  )("D14: whose first $operation is $name: the charge ends $status", (row) =>
    Effect.gen(function* () {
      yield* morning
      const allowed: ReadonlyArray<Contract> =
        row.operation === "tokenization"
          ? ["recurring", "oneclick", "credit"]
          : ["recurring", "oneclick", "card_on_file", "credit"]
      const credit_card = { ...card, number: row.number, holder: row.holder ?? "Jane Doe" }
      const requested = charge({ credit_card, additional_data: { contract: allowed } })
      const begun = yield* operations[row.operation](requested, secure)
      const isKnown = begun.status === "successful"
      assert.deepStrictEqual(yield* recorded(begun), isKnown ? allowed : [])
      yield* (row.then ?? silent)(begun)
      yield* pass("20 minutes")
      const ended = yield* find(begun.uid, secure.shop)
      assert.strictEqual(ended.status, row.status)
      assert.deepStrictEqual(yield* recorded(ended), row.status === "successful" ? allowed : [])
      const again = charge({ amount: 5, credit_card: { token: begun.card?.token } })
      const expected = row.status === "successful" ? "accepted" : "credit_card.token is not allowed for this operation"
      assert.strictEqual(yield* verdict(pay(again, secure)), expected)
    }).pipe(Effect.provide(gateway))
  )

  it.effect.each([
    { voided: undefined, status: "failed", stands: [] },
    {
      voided: AcquirerAnswer.Declined({ reason: "unspecified", report: noReport }),
      status: "successful",
      stands: ["recurring"]
    }
  ] as const)("D14, D40: whose payment is to be taken back: it ends $status, and $stands stands", (row) => {
    const acquirers = acquirerWith((real) => ({
      perform: (request) =>
        request._tag === "Void" && row.voided !== undefined ? Effect.succeed(row.voided) : real.perform(request)
    }))
    return Effect.gen(function* () {
      yield* morning
      const billing_address = { zip: "00000", country: "US" }
      const additional_data = { ...rejecting, contract: ["recurring"] }
      const begun = yield* pay(charge({ billing_address, additional_data }))
      assert.deepStrictEqual([begun.status, yield* recorded(begun)], ["failed", []])
      yield* pass("1 minute")
      assert.strictEqual((yield* find(begun.uid)).status, row.status)
      assert.deepStrictEqual(yield* recorded(begun), row.stands)
    }).pipe(Effect.provide(world({ acquirers })))
  })

  it.effect("D14: on a card on file is set up by its customer, through 3-D Secure", () =>
    Effect.gen(function* () {
      yield* morning
      const number = challenged
      const contract = (...contract: ReadonlyArray<string>) => ({ additional_data: { contract } })
      const first = yield* pay(charge({ credit_card: { ...card, number }, ...contract("card_on_file") }), secure)
      yield* confirm(first, "approve")
      const token = { credit_card: { token: first.card?.token } }
      assert.strictEqual((yield* pay(charge({ amount: 2, ...token }), secure)).status, "successful")
      const second = yield* pay(charge({ amount: 3, ...token, ...contract("recurring") }), secure)
      assert.deepStrictEqual([second.status, yield* recorded(second)], ["incomplete", ["card_on_file"]])
      yield* confirm(second, "approve")
      assert.deepStrictEqual(yield* recorded(second), ["card_on_file", "recurring"])
    }).pipe(Effect.provide(gateway))
  )
})
