import { assert, it } from "@effect/vitest"
import { Acquirers } from "@florin/core/cards/Acquirer"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { WalletProvider, type WalletRequest } from "@florin/core/cards/WalletProvider"
import { noAnswer, type WalletSaveResult } from "@florin/core/cards/WalletSaveResult"
import { SandboxAcquirer } from "@florin/sandbox/SandboxAcquirer"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Documents from "@florin/wire/Documents"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { authorize, card, charge, find, morning, pass, pay, type WorldOptions, world } from "./internal/world.js"

const withSession = (changes: object = {}) =>
  charge({ additional_data: { wallet: { params: { session: "s-1" } } }, ...changes })

type Save = (request: WalletRequest) => Effect.Effect<WalletSaveResult | "not-used">

interface Provider {
  readonly save: Save
  readonly simulated?: boolean
}

/** A world with a wallet, and the requests to the wallet. */
const requested = ({ save, simulated = true }: Provider, options: WorldOptions = {}) => {
  const requests: Array<WalletRequest> = []
  const settings = Layer.succeed(WalletProvider, {
    simulated,
    save: (request) =>
      Effect.suspend(() => {
        requests.push(request)
        return save(request)
      })
  })
  return { requests, layer: world({ ...options, settings }) }
}

const saved: Save = () => Effect.succeed({ status: "successful", message: "Card saved", token: "w-77" })

const refused: WalletSaveResult = {
  status: "failed",
  message: "Not saved",
  error: "session",
  errorMessage: "The session has ended",
  errorCode: "W.17"
}

const thrown = (): never => {
  throw new Error("gone")
}

const section = (transaction: CardTransaction): unknown => {
  const document = Documents.toDocument(transaction, { baseUrl: "https://pay.example" }).transaction
  const { additional_data } = document as { readonly additional_data?: unknown }
  return (additional_data as { readonly wallet?: unknown }).wallet
}

describeOnContract("without a wallet provider", () => {
  it.effect(
    "Wallet results in the authorization response | params.session: is all that is shown when no wallet is used",
    () =>
      Effect.gen(function* () {
        yield* morning
        const transaction = yield* authorize(withSession())
        assert.strictEqual(transaction.status, "successful")
        assert.deepStrictEqual(section(transaction), { params: { session: "s-1" } })
      }).pipe(Effect.provide(world()))
  )
})

describeOnContract("with a wallet provider", () => {
  it.effect.each([
    { says: "an authorization", operation: authorize },
    { says: "a payment", operation: pay }
  ])(
    "Wallet results in the authorization response | token: the card of $says is saved, and the wallet's name for it is shown",
    ({ operation }) => {
      const { layer, requests } = requested({ save: saved })
      return Effect.gen(function* () {
        yield* morning
        const transaction = yield* operation(withSession())
        const expected = {
          params: { session: "s-1" },
          result: { status: "successful", message: "Card saved", token: "w-77" }
        }
        assert.deepStrictEqual(section(transaction), expected)
        assert.deepStrictEqual(section(yield* find(transaction.uid)), expected)
        assert.deepStrictEqual(
          requests.map(({ card, session, shop, transaction }) => [
            shop.id,
            transaction.uid,
            session,
            Redacted.value(card.number)
          ]),
          [["plain", transaction.uid, "s-1", card.number]]
        )
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect.each([
    { row: "result" },
    { row: "status" },
    { row: "message" },
    { row: "error" },
    { row: "error_message" },
    { row: "error_code" }
  ])("Wallet results in the authorization response | $row: says why a card was not saved, and the charge stands", () =>
    Effect.gen(function* () {
      yield* morning
      const transaction = yield* authorize(withSession())
      assert.strictEqual(transaction.status, "successful")
      assert.deepStrictEqual(section(transaction), {
        params: { session: "s-1" },
        result: {
          status: "failed",
          message: "Not saved",
          error: "session",
          error_message: "The session has ended",
          error_code: "W.17"
        }
      })
    }).pipe(Effect.provide(requested({ save: () => Effect.succeed(refused) }).layer))
  )

  it.effect.each([
    { says: "breaks", save: () => Effect.die(new Error("4200000000000000")) },
    { says: "hangs", save: () => Effect.never }
  ] as const)("one that $says is shown as no answer, and the charge stands", ({ save }) => {
    const { layer, requests } = requested({ save })
    return Effect.gen(function* () {
      yield* morning
      const waiting = yield* Effect.fork(authorize(withSession()))
      // Until the wallet is called, the acquirer's limit is on the test clock while the database works in real time.
      while (requests.length === 0) yield* Effect.yieldNow()
      while (waiting.unsafePoll() === null)
        yield* Effect.yieldNow().pipe(Effect.zipRight(TestClock.adjust("5 seconds")))
      const transaction = yield* waiting
      assert.strictEqual(transaction.status, "successful")
      assert.deepInclude(section(transaction), {
        result: {
          status: "failed",
          message: null,
          error: "no_answer",
          error_message: "The wallet did not answer",
          error_code: "no_answer"
        }
      })
    }).pipe(Effect.provide(layer))
  })

  // Source: D41. What is stored is read again with every query of the charge.
  it.effect.each([
    { says: "nothing", reply: undefined },
    { says: "a text", reply: "saved" },
    { says: "only how it ended", reply: { status: "successful" } },
    { says: "a number for a name", reply: { status: "successful", message: null, token: 77 } },
    { says: "no reason", reply: { status: "failed", message: "Not saved" } },
    { says: "a member that throws", reply: Object.defineProperty({}, "status", { enumerable: true, get: thrown }) }
  ])("D41: one that answers with $says has given no answer, and the charge stands", ({ reply }) =>
    Effect.gen(function* () {
      yield* morning
      const { status, uid } = yield* authorize(withSession())
      assert.strictEqual(status, "successful")
      assert.deepStrictEqual((yield* find(uid)).wallet, noAnswer)
    }).pipe(Effect.provide(requested({ save: () => Effect.succeed(reply as WalletSaveResult) }).layer))
  )

  it.effect.each<{ readonly reply: WalletSaveResult; readonly shown: WalletSaveResult }>([
    {
      reply: { status: "successful", message: "4200 0000 0000 0000\nsaved", token: "4200000000000000" },
      shown: { status: "successful", message: "[removed] saved", token: "[removed]" }
    },
    {
      reply: {
        ...refused,
        error: "4200000000000000",
        errorMessage: "code 123 is wrong",
        errorCode: "4200000000000000"
      },
      shown: { ...refused, error: "[removed]", errorMessage: "code [removed] is wrong", errorCode: "[removed]" }
    }
  ])("D41: card numbers and security codes are removed from its texts: $reply.status", ({ reply, shown }) =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(withSession())
      assert.deepStrictEqual((yield* find(uid)).wallet, shown)
    }).pipe(Effect.provide(requested({ save: () => Effect.succeed(reply) }).layer))
  )

  const unasked = [
    { says: "no session is sent", body: charge() },
    { says: "the charge is declined", body: withSession({ credit_card: { ...card, number: "4005550000000019" } }) },
    {
      says: "checks reject the approval",
      body: withSession({
        additional_data: {
          wallet: { params: { session: "s-1" } },
          avs_cvc_verification: { cvc_verification: { reject_codes: ["P"] } }
        },
        credit_card: { ...card, verification_value: "998" }
      })
    }
  ]
  for (const { body, says } of unasked) {
    const { layer, requests } = requested({ save: saved })
    it.effect(`is not asked when ${says}`, () =>
      Effect.gen(function* () {
        yield* morning
        const transaction = yield* authorize(body)
        assert.deepStrictEqual(requests, [])
        assert.notProperty(transaction, "wallet")
      }).pipe(Effect.provide(layer))
    )
  }
})

describeOnContract("D39: a wallet that is not simulated", () => {
  const { layer, requests } = requested({ save: saved, simulated: false })
  it.effect("sees nothing that the simulator approved", () =>
    Effect.gen(function* () {
      yield* morning
      assert.notProperty(yield* authorize(withSession({ test: true })), "wallet")
      assert.deepStrictEqual(requests, [])
    }).pipe(Effect.provide(layer))
  )

  const acquirers = Layer.effect(
    Acquirers,
    Effect.map(SandboxAcquirer, (acquirer) => [acquirer, { ...acquirer, gatewayId: 2, simulated: false }])
  )
  const real = requested({ save: saved, simulated: false }, { acquirers })
  it.effect("is asked for what a real acquirer approved, and not for a test", () =>
    Effect.gen(function* () {
      yield* morning
      assert.property(yield* authorize(withSession()), "wallet")
      assert.notProperty(yield* authorize(withSession({ test: true, amount: 77 })), "wallet")
      assert.strictEqual(real.requests.length, 1)
    }).pipe(Effect.provide(real.layer))
  )
})

describeOnContract("a charge that recovery finishes", () => {
  const { layer, requests } = requested({ save: saved })
  it.effect("is not saved: its card is not at hand any more", () =>
    Effect.gen(function* () {
      yield* morning
      const waiting = yield* authorize(withSession({ credit_card: { ...card, holder: "LATE" } }))
      yield* pass("10 minutes")
      const settled = yield* find(waiting.uid)
      assert.deepStrictEqual([waiting.status, settled.status], ["pending", "successful"])
      assert.notProperty(settled, "wallet")
      assert.deepStrictEqual(requests, [])
    }).pipe(Effect.provide(layer))
  )
})
