// A gateway, the connector of each provider and its fake together: what is sent under a key, and when no more. Source: D53.
import { assert, describe, it } from "@effect/vitest"
import * as Adyen from "@florin/connector-adyen/Adyen"
import * as AdyenFake from "@florin/connector-adyen/testing"
import * as Checkout from "@florin/connector-checkout/Checkout"
import * as CheckoutFake from "@florin/connector-checkout/testing"
import * as Stripe from "@florin/connector-stripe/Stripe"
import * as StripeFake from "@florin/connector-stripe/testing"
import { Cards } from "@florin/core/card-operations/Cards"
import { AcquirerAnswer, type AcquirerService, AcquirerStatus, Acquirers } from "@florin/core/cards/Acquirer"
import { AcquirerKey, ShopId } from "@florin/core/ids/Ids"
import type { Movement } from "@florin/core/money/Movement"
import { Transactions } from "@florin/core/queries/Transactions"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Gateway from "@florin/gateway/Gateway"
import { Scheduler } from "@florin/scheduler/Scheduler"
import * as ShopSettings from "@florin/settings/ShopSettings"
import * as Shops from "@florin/settings/Shops"
import { emptyStore } from "@florin/storage-sqlite/testing/emptyStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as Requests from "@florin/wire/Requests"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"

interface Opened {
  readonly acquirer: AcquirerService
  readonly number: string
  readonly books: () => ReadonlyArray<Movement>
  readonly sendsOf: (key: AcquirerKey) => Effect.Effect<number>
  readonly sentPastLife: Effect.Effect<number>
}

/** How long keys are remembered, by the fakes, and by what the connectors say. */
const keyLife = Duration.hours(2)

const stripe = Effect.gen(function* () {
  const fake = yield* StripeFake.make()
  fake.dials.keyLife = Duration.toMillis(keyLife)
  const { apiKey, books, sendsOf, sendsPastKeyLife, url: baseUrl, webhookSecret } = fake
  const acquirer = yield* Stripe.make({ apiKey, baseUrl, webhookSecret, sources: ["card"] })
  const counts = {
    sendsOf: (key: AcquirerKey) => Effect.sync(() => sendsOf(key)),
    sentPastLife: Effect.sync(sendsPastKeyLife)
  }
  return { acquirer, number: "4242424242424242", books, ...counts }
})

const adyen = Effect.gen(function* () {
  const fake = yield* AdyenFake.make({ keyLife })
  const { apiKey, baseUrl, books, hmacKey: hmacKeys, merchantAccount, sendsOf, sendsPastKeyLife: sentPastLife } = fake
  const acquirer = yield* Adyen.make({ apiKey, baseUrl, hmacKeys, merchantAccount })
  return { acquirer, number: "4111111111111111", books, sendsOf, sentPastLife }
})

const checkout = Effect.gen(function* () {
  const { books, secretKey, sends, sentPastLife, signatureKey, url: baseUrl } = yield* CheckoutFake.make({ keyLife })
  const options = { apiKey: secretKey, baseUrl, signatureKeys: [signatureKey], threeDSecure: false }
  return { acquirer: yield* Checkout.make(options), number: "4242424242424242", books, sendsOf: sends, sentPastLife }
})

const lost = { answers: true }

/** The connector while the answers to captures are lost, and what was sent cannot be found yet. */
const losing = (acquirer: AcquirerService, sent: Array<number>): AcquirerService => ({
  ...acquirer,
  keyLife,
  perform: (request) => {
    const answer = acquirer.perform(request)
    if (request._tag !== "Capture") return answer
    return Clock.currentTimeMillis.pipe(
      Effect.tap((now) => sent.push(now)),
      Effect.zipRight(Effect.as(answer, AcquirerAnswer.NoAnswer()))
    )
  },
  status: (key, about) =>
    Effect.suspend(() =>
      lost.answers
        ? Effect.succeed(acquirer.answersByKey === false ? AcquirerStatus.Unknown() : AcquirerStatus.NotFound())
        : acquirer.status(key, about)
    )
})

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(9) })

const shops = Layer.unwrapEffect(
  Effect.map(
    Effect.orDie(ShopSettings.fromJson([{ id: "shop", secret_key: "a-long-random-secret" }])),
    Shops.layerListed
  )
)

/** Makes leases follow the test clock. */
const monotonic = Layer.effect(
  MonotonicClock,
  Effect.map(Effect.clock, (clock) => ({ unsafeNow: () => clock.unsafeCurrentTimeMillis() }))
)

const gateway = (acquirer: AcquirerService) =>
  Gateway.layerOnDemand({ baseUrl: "https://pay.example", reconciliation: "on-request" }).pipe(
    Layer.provideMerge(Layer.mergeAll(shops, Vault.layer, Layer.succeed(Acquirers, [acquirer]))),
    Layer.provideMerge(Layer.merge(emptyStore, KeyProvider.layerText(Redacted.make(ring)))),
    Layer.provide(monotonic),
    Layer.orDie
  )

/** Moves the clock, and runs what falls due in between, each job at its instant. */
const pass = Effect.fnUntraced(function* (duration: Duration.DurationInput) {
  const scheduler = yield* Scheduler
  const end = DateTime.addDuration(yield* DateTime.now, duration)
  while (true) {
    const next = yield* scheduler.nextDue
    if (Option.isNone(next) || DateTime.greaterThan(next.value, end)) break
    yield* TestClock.setTime(next.value.epochMillis)
    yield* scheduler.runDue(next.value)
  }
  yield* TestClock.setTime(end.epochMillis)
})

const day = Date.parse("2026-03-02T09:00:00Z")

/** What became of a capture, whose answers are lost for as long as its key lives and an hour more. */
const captured = Effect.fnUntraced(function* ({ books, number, sendsOf }: Opened) {
  const shop = Option.getOrThrow(yield* (yield* ShopDirectory).find(ShopId.make("shop")))
  const cards = yield* Cards
  const credit_card = { number, verification_value: "737", holder: "Jane Doe", exp_month: "12", exp_year: "2035" }
  const order = { amount: 1000, currency: "EUR", description: "An order", credit_card }
  const hold = yield* cards.authorize(shop, yield* Requests.authorization({ request: order }))
  const { uid: parent_uid } = hold.transaction
  const sentAt = yield* Clock.currentTimeMillis
  const { transaction } = yield* cards.capture(shop, yield* Requests.capture({ request: { parent_uid, amount: 400 } }))
  assert.strictEqual(transaction.status, "pending")
  yield* pass(Duration.sum(keyLife, Duration.hours(1)))
  const [moved] = books().filter(({ kind }) => kind === "capture")
  const sends = sendsOf(AcquirerKey.make(moved!.key))
  const before = yield* sends
  lost.answers = false
  yield* pass("6 hours")
  const found = yield* (yield* Transactions).find(shop, transaction.uid)
  return { before, after: yield* sends, status: found.status, end: sentAt + Duration.toMillis(keyLife) }
})

const connectors = [
  { name: "Stripe", open: stripe, again: true, status: "successful" },
  // It cannot be asked, and tells nobody here.
  { name: "Adyen", open: adyen, again: true, status: "pending" },
  // Its connector looks for what it is to send again, and finds it.
  { name: "Checkout.com", open: checkout, again: false, status: "successful" }
] as const

describe("a key that its provider forgets", () => {
  it.effect.each(connectors)(
    "D53: of $name is sent again while it lives: $again, and only asked about then",
    ({ again, open, status }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(day)
        lost.answers = true
        const opened: Opened = yield* open
        const sent: Array<number> = []
        const became = yield* Effect.provide(captured(opened), gateway(losing(opened.acquirer, sent)))
        assert.isAbove(sent.length, 1)
        assert.strictEqual(became.before, again ? sent.length : 1)
        assert.strictEqual(became.after, became.before)
        assert.isBelow(sent.at(-1)!, became.end)
        assert.strictEqual(yield* opened.sentPastLife, 0)
        assert.strictEqual(became.status, status)
        assert.deepStrictEqual(
          opened.books().map(({ amount, kind }) => `${kind} ${amount}`),
          ["authorization 1000", "capture 400"]
        )
      }).pipe(Effect.scoped)
  )
})
