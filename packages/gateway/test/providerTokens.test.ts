/** Charges and payouts by a provider's token. Source: D53, "The source". */
import { assert, it } from "@effect/vitest"
import { AcquirerReports } from "@florin/core/card-operations/AcquirerReports"
import { AcquirerAnswer, AcquirerStatus } from "@florin/core/cards/Acquirer"
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import { AcquirerNotification } from "@florin/core/cards/AcquirerNotifications"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { CardStore } from "@florin/core/cards/CardStore"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { AcquirerKey, type CardToken } from "@florin/core/ids/Ids"
import * as SandboxThreeDSecure from "@florin/sandbox/SandboxThreeDSecure"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Documents from "@florin/wire/Documents"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { banks, type Change, declining, silent } from "./internal/banks.js"
import {
  card,
  charge,
  credit,
  find,
  morning,
  pass,
  pay,
  payOut,
  shop,
  tokenize,
  verdict,
  type WorldOptions,
  world
} from "./internal/world.js"

const token = (value: string, more: object = {}) => ({ provider: "sandbox", value, ...more })
const byToken = (value: string, more: object = {}) => charge({ credit_card: { provider_token: token(value) }, ...more })
const bySaved = (token: CardToken | undefined, more: object = {}) => charge({ credit_card: { token }, ...more })

const able =
  (capabilities: AcquirerCapabilities, change?: Change): Change =>
  (real) => ({ ...change?.(real), capabilities })

const cardsOnly: Change = () => ({ capabilities: { sources: ["card"] } })
const tokensOnly = able({ sources: ["token"] })

/** Booked, but its answer is lost. */
const unheard: Change = (real) => ({
  perform: (request) => Effect.zipRight(real.perform(request), silent(real).perform!(request))
})

const opened = (changes: ReadonlyArray<Change | undefined> = [undefined], options: WorldOptions = {}) =>
  Effect.gen(function* () {
    yield* morning
    const own = yield* banks(...changes)
    const context = yield* Layer.build(world({ ...options, acquirers: own.layer }))
    /** What each acquirer got: its id, and the token's value or `card`. */
    const got = () =>
      own.requested.map(([gatewayId, request]) => {
        if (!("source" in request)) return `${gatewayId} nothing`
        return `${gatewayId} ${request.source === "card" ? "card" : Redacted.value(request.token.value)}`
      })
    return { ...own, got, context }
  })

const textOf = (transaction: CardTransaction) =>
  JSON.stringify(Documents.toDocument(transaction, { baseUrl: "https://pay.example" }))

const shownOf = ({ card }: CardTransaction) => [card?.facts.brand, card?.facts.bin8, card?.facts.last4, card?.expMonth]

const savedOf = ({ card }: CardTransaction) =>
  Effect.gen(function* () {
    const { id } = yield* shop()
    return Option.getOrThrow(yield* (yield* CardStore).find(id, card!.token))
  })

describeOnContract("a charge by a provider's token", () => {
  it.scoped("D53: goes to its provider, and shows what the provider tells of the card, never the token", () =>
    Effect.gen(function* () {
      const { context, got } = yield* opened()
      const paid = yield* Effect.provide(pay(byToken("tok_visa")), context)
      assert.deepStrictEqual(got(), ["1 tok_visa"])
      assert.deepStrictEqual([paid.status, ...shownOf(paid)], ["successful", "visa", "42424242", "4242", 12])
      assert.include(textOf(paid), `"token_provider":"sandbox"`)
      assert.notInclude(textOf(paid), "tok_visa")
    })
  )

  it.scoped("D53: its saved card is charged by the token that replaced the one-time one, with the network's id", () =>
    Effect.gen(function* () {
      const { requested, context, got } = yield* opened()
      const story = Effect.gen(function* () {
        const first = yield* tokenize(byToken("tok_visa_once", { amount: 0 }))
        const again = yield* pay(bySaved(first.card?.token))
        return [yield* savedOf(first), first, again] as const
      })
      const [saved, first, again] = yield* Effect.provide(story, context)
      assert.deepStrictEqual(got(), ["1 tok_visa_once", "1 tok_visa"])
      assert.deepStrictEqual(saved.facts, first.card?.facts)
      assert.strictEqual(saved.networkTransactionId, first.networkTransactionId)
      assert.deepInclude(requested[1]![1], { networkTransactionId: first.networkTransactionId! })
      assert.strictEqual(again.card?.stamp, first.card?.stamp)
      assert.deepStrictEqual(shownOf(again), shownOf(first))
    })
  )

  it.scoped("D53: what the provider tells is kept when it is found out afterwards, too", () =>
    Effect.gen(function* () {
      const { context } = yield* opened([unheard])
      const story = Effect.gen(function* () {
        const { status, uid, ...rest } = yield* pay(byToken("tok_visa_once"))
        assert.deepStrictEqual([status, rest.card?.facts.last4], ["pending", null])
        yield* pass("1 minute")
        const known = yield* find(uid)
        return [known, yield* savedOf(known)] as const
      })
      const [known, saved] = yield* Effect.provide(story, context)
      assert.deepStrictEqual([known.status, ...shownOf(known)], ["successful", "visa", "42424242", "4242", 12])
      assert.deepStrictEqual([saved.facts.last4, saved.expYear], ["4242", 2049])
      assert.strictEqual(Redacted.value(saved.providerToken!.value), "tok_visa")
    })
  )

  it.scoped("D53: what the provider tells is kept when it tells the outcome by itself, too", () =>
    Effect.gen(function* () {
      const reply = { _tag: "Approved", report: noReport, card: { last4: "4242" }, networkTransactionId: "N1" } as const
      const reusable = { provider: "sandbox", value: Redacted.make("tok_visa"), customer: "cus_1" }
      const telling: Change = () => ({
        perform: () => Effect.succeed(AcquirerAnswer.NoAnswer()),
        status: () => Effect.succeed(AcquirerStatus.Unknown()),
        notifications: {
          receive: ({ body }) =>
            Effect.succeed(
              AcquirerNotification.Genuine({
                outcomes: [
                  { key: AcquirerKey.make(Buffer.from(body).toString()), status: { ...reply, token: reusable } }
                ]
              })
            )
        }
      })
      const { context } = yield* opened([telling])
      const story = Effect.gen(function* () {
        const { uid } = yield* pay(byToken("tok_visa_once"))
        yield* (yield* AcquirerReports).receive(1, { body: Buffer.from(uid), header: () => undefined })
        const known = yield* find(uid)
        return [known, yield* savedOf(known)] as const
      })
      const [known, saved] = yield* Effect.provide(story, context)
      assert.deepStrictEqual([known.status, known.card?.facts.last4], ["successful", "4242"])
      assert.deepStrictEqual([saved.facts.last4, saved.networkTransactionId], ["4242", "N1"])
      assert.deepStrictEqual(
        [Redacted.value(saved.providerToken!.value), saved.providerToken?.customer],
        ["tok_visa", "cus_1"]
      )
    })
  )

  it.scoped.each([
    { banks: [cardsOnly, undefined], sent: byToken("tok_visa"), expected: ["2 tok_visa"] },
    { banks: [tokensOnly, undefined], sent: charge(), expected: ["2 card"] },
    // The next acquirer of the same provider; one of cards is never asked.
    {
      banks: [able({ sources: ["card", "token"] }, declining("acquirer-temporary")), cardsOnly, undefined],
      sent: byToken("tok_visa"),
      expected: ["1 tok_visa", "3 tok_visa"]
    },
    {
      banks: [able({ sources: ["card"] }, declining("acquirer-temporary")), tokensOnly, undefined],
      sent: charge(),
      expected: ["1 card", "3 card"]
    }
  ])("D53: $expected are asked, and nobody else", ({ banks, expected, sent }) =>
    Effect.gen(function* () {
      const { context, got } = yield* opened(banks)
      const paid = yield* Effect.provide(pay(sent), context)
      assert.strictEqual(paid.status, "successful")
      assert.deepStrictEqual(got(), expected)
    })
  )

  const nobody = "there is no acquirer here that takes tokens of this provider"

  it.scoped.each([
    { what: "a token where only cards are taken", banks: [cardsOnly], work: pay(byToken("tok_visa")), says: nobody },
    {
      what: "another provider's",
      banks: [undefined],
      work: pay(charge({ credit_card: { provider_token: { provider: "other", value: "tok_visa" } } })),
      says: nobody
    },
    {
      what: "a number where only tokens are taken",
      banks: [tokensOnly],
      work: pay(charge()),
      says: "tokens of their provider only"
    },
    {
      what: "a payout by token where only cards are taken",
      banks: [cardsOnly],
      work: payOut({
        request: {
          ...charge().request,
          credit_card: undefined,
          recipient_credit_card: { provider_token: token("tok_visa") }
        }
      }),
      says: nobody
    }
  ])("D53: $what is refused before anything is accepted", ({ banks, says, work }) =>
    Effect.gen(function* () {
      const { context, got } = yield* opened(banks)
      const answer = yield* Effect.provide(verdict(work), context)
      assert.include(answer, says)
      assert.notInclude(answer, "tok_visa")
      assert.deepStrictEqual(got(), [])
    })
  )

  it.scoped("D53: a saved card is paid out to by its token", () =>
    Effect.gen(function* () {
      const { context, got } = yield* opened()
      const story = Effect.gen(function* () {
        const kept = yield* tokenize(byToken("tok_visa", { amount: 0, additional_data: { contract: ["credit"] } }))
        return yield* credit(bySaved(kept.card?.token))
      })
      assert.strictEqual((yield* Effect.provide(story, context)).status, "successful")
      assert.deepStrictEqual(got(), ["1 tok_visa", "1 tok_visa"])
    })
  )

  it.scoped("D53: a number beside a token is refused, whichever of both is meant", () =>
    Effect.gen(function* () {
      const { context } = yield* opened()
      const both = charge({ credit_card: { ...card, provider_token: token("tok_visa") } })
      const answer = yield* Effect.provide(verdict(pay(both)), context)
      assert.include(answer, "can't be sent together with provider_token")
    })
  )

  const forced = { force_three_d_secure_verification: true }
  const authenticating = able({ sources: ["card", "token"], authenticates: true })

  // Source: D16. A server is there, but it needs a number.
  it.scoped.each([
    { more: {}, change: undefined, authenticate: undefined, says: "successful" },
    { more: {}, change: authenticating, authenticate: "wanted", says: "successful" },
    { more: forced, change: undefined, authenticate: undefined, says: "is not available for a provider's token" },
    { more: forced, change: authenticating, authenticate: "forced", says: "successful" }
  ])("D53: asks no 3-D Secure server: $more, authenticated $authenticate", ({ authenticate, change, more, says }) =>
    Effect.gen(function* () {
      const { requested, context } = yield* opened([change], { servers: SandboxThreeDSecure.layerOnly })
      const paid = Effect.map(pay(byToken("tok_visa", more), { shop: "flags" }), (one) => {
        assert.isUndefined(one.authentication)
        return one.status
      })
      const answer = yield* Effect.provide(
        Effect.match(paid, { onSuccess: (status) => status, onFailure: (error) => error.message }),
        context
      )
      assert.include(answer, says)
      const [charge] = requested.map(([, request]) => ("authenticate" in request ? request.authenticate : undefined))
      assert.strictEqual(charge, authenticate)
    })
  )
})
