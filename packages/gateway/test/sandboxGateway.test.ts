/** The parts of the sandbox in a gateway, as a host gets them. */
import { assert, describe, it } from "@effect/vitest"
import { BinDirectory } from "@florin/core/cards/BinDirectory"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { WalletProvider } from "@florin/core/cards/WalletProvider"
import * as Routing from "@florin/core/routing/Routing"
import { type TransferProvider, TransferProviders } from "@florin/core/transfers/TransferProvider"
import * as SandboxGateway from "@florin/gateway/SandboxGateway"
import * as Sandbox from "@florin/sandbox/Sandbox"
import { SandboxAcquirer } from "@florin/sandbox/SandboxAcquirer"
import { SandboxBank } from "@florin/sandbox/SandboxBank"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Documents from "@florin/wire/Documents"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { authorize, card, charge, find, morning, movements, pay, soon, tokenize, world } from "./internal/world.js"

const { providers } = SandboxGateway
const of = (number: string, more: object = {}) => charge({ credit_card: { ...card, number }, ...more })
const inSession = (session: string) => charge({ additional_data: { wallet: { params: { session } } } })

const documentOf = (transaction: CardTransaction) =>
  Documents.toDocument(transaction, { baseUrl: "https://pay.example" }).transaction as unknown as Readonly<
    Record<string, unknown>
  >

const issuerOf = (transaction: CardTransaction) => {
  const { issuer_country, issuer_name, product } = documentOf(transaction).credit_card as Record<string, unknown>
  return [product, issuer_country, issuer_name]
}

const resultOf = (transaction: CardTransaction) => {
  const { additional_data } = documentOf(transaction)
  return (additional_data as { readonly wallet?: { readonly result?: Record<string, unknown> } }).wallet?.result
}

describeOnContract("the sandbox's BIN directory", () => {
  it.effect(
    "`credit_card` in responses | product, issuer_country, issuer_name: are those of the test card's issuer",
    () =>
      Effect.gen(function* () {
        yield* morning
        const expected = ["MCG", "DE", "Sandbox Bank Deutschland"]
        const { card: saved, uid } = yield* authorize(of("5555555555554444"))
        assert.deepStrictEqual(issuerOf(yield* find(uid)), expected)
        const again = yield* pay(charge({ amount: 77, credit_card: { token: saved?.token } }))
        assert.deepStrictEqual(issuerOf(again), expected)
        assert.deepStrictEqual(issuerOf(yield* tokenize(of("9112300000000000"))), [null, "BY", "Sandbox Bank of Minsk"])
      }).pipe(Effect.provide(world({ acquirers: providers })))
  )

  const rules = Layer.succeed(Routing.Routing, [
    { name: "not from Germany", when: { issuerCountry: ["DE"] }, action: { kind: "decline" } }
  ])
  it.effect.each([
    ["5555555555554444", "failed", "routing-rules"],
    ["4242424242424242", "successful", null]
  ] as const)("D17: a rule about the issuer's country: %s ends %s", ([number, status, reason]) =>
    Effect.gen(function* () {
      yield* morning
      const transaction = yield* pay(of(number))
      assert.deepStrictEqual([transaction.status, transaction.reason], [status, reason])
      assert.strictEqual((yield* movements).length, status === "failed" ? 0 : 1)
    }).pipe(Effect.provide(world({ acquirers: providers, settings: rules })))
  )
})

describeOnContract("a host with a BIN directory and a wallet of its own", () => {
  const record = { product: "X", issuerCountry: "SE", issuerName: "Own", tokenProvider: null }
  const settings = Layer.merge(
    Layer.succeed(BinDirectory, { find: () => record }),
    Layer.succeed(WalletProvider, {
      simulated: true,
      save: () => Effect.succeed({ status: "successful", message: "Own", token: "own" } as const)
    })
  )
  it.effect("uses them in the sandbox too", () =>
    Effect.gen(function* () {
      yield* morning
      const transaction = yield* pay(inSession("expired"))
      assert.deepStrictEqual(issuerOf(transaction), ["X", "SE", "Own"])
      assert.deepStrictEqual(resultOf(transaction), { status: "successful", message: "Own", token: "own" })
    }).pipe(Effect.provide(world({ acquirers: providers, settings })))
  )
})

describeOnContract("the sandbox's wallet", () => {
  const failed = { status: "failed", message: "The card was not saved" }

  it.effect.each([
    ["saved", { status: "successful", message: "The card was saved" }],
    ["not-saved", { status: "successful", message: "The card was not saved" }],
    ["expired", { ...failed, error: "session_expired", error_message: "The session has expired", error_code: "W.02" }],
    ["full", { ...failed, error: "wallet_full", error_message: "The wallet is full", error_code: "W.03" }],
    ["nobody's", { ...failed, error: "session_unknown", error_message: "The session is unknown", error_code: "W.01" }]
  ] as const)(
    "Wallet results in the authorization response | result, status, message, error, error_message, error_code, token: in the session %s",
    ([session, expected]) =>
      Effect.gen(function* () {
        yield* morning
        const transaction = yield* authorize(inSession(session))
        const { token, ...result } = resultOf(transaction) ?? {}
        assert.deepStrictEqual<object>(result, expected)
        assert.strictEqual(token, session === "saved" ? `wallet_${transaction.uid}` : undefined)
        assert.strictEqual(transaction.status, "successful")
      }).pipe(Effect.provide(world({ acquirers: providers })))
  )

  it.effect(
    "Wallet results in the authorization response | error: a session that hangs is no answer, and the charge stands",
    () =>
      Effect.gen(function* () {
        yield* morning
        const waiting = yield* Effect.fork(pay(inSession("hangs")))
        // The wallet is called once the acquirer has booked it.
        while ((yield* movements).length === 0) yield* soon
        yield* soon
        while (waiting.unsafePoll() === null) yield* Effect.zipRight(soon, TestClock.adjust("1 second"))
        const transaction = yield* waiting
        assert.strictEqual(transaction.status, "successful")
        assert.deepInclude(resultOf(transaction), { status: "failed", error: "no_answer" })
      }).pipe(Effect.provide(world({ acquirers: providers })))
  )
})

// D39.
describe("the sandbox's bank", () => {
  const own = { gatewayId: 9, name: "Own", simulated: false } as TransferProvider

  it.scoped("D39: is the only provider of transfers where the sandbox is on, whatever the host has", () =>
    Effect.gen(function* () {
      const bank = yield* SandboxBank
      assert.deepStrictEqual(yield* TransferProviders, [bank.provider])
      assert.isTrue(bank.provider.simulated)
      assert.notStrictEqual(bank.provider.gatewayId, (yield* SandboxAcquirer).gatewayId)
    }).pipe(
      Effect.provide(
        Layer.provideMerge(providers, Sandbox.layerMemory()).pipe(
          Layer.provide(Layer.succeed(TransferProviders, [own]))
        )
      )
    )
  )

  it.effect("D39: is none where the sandbox is off", () =>
    Effect.map(TransferProviders, (providers) => assert.deepStrictEqual(providers, []))
  )
})
