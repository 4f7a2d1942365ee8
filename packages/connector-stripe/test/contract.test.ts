import type { IncomingNotification } from "@florin/core/cards/AcquirerNotifications"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { type AcquirerUnderTest, acquirerSuite, type SuiteCards } from "@florin/testing/acquirers/AcquirerSuite"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, it } from "vitest"
import type { Manner, StripeFake, Webhook } from "../src/Testing.js"
import { card, quietly, start, token } from "./internal/underTest.js"

const lost = "Lost Request"
const late = "Lost Answer"

const code = { securityCode: Redacted.make("123") }

const cards: SuiteCards = {
  approvingCard: card("4242424242424242", code),
  decliningCard: card("4000000000000002", code),
  lostCard: card("4242424242424242", { ...code, holder: lost }),
  lateCard: card("4242424242424242", { ...code, holder: late }),
  actingCard: card("4000002760003184", code),
  approvingToken: token("visa"),
  decliningToken: token("chargeDeclined"),
  actingToken: token("authenticationRequired")
}

const tokensOnly: SuiteCards = {
  approvingToken: token("mastercard"),
  decliningToken: token("chargeDeclinedInsufficientFunds"),
  actingToken: token("threeDSecure2Required")
}

/** The connector sends twice at most, within a call. */
const mannerOf =
  ({ dials }: Pick<StripeFake, "dials">) =>
  (): void => {
    dials.manner = ({ holder, nth, path }): Manner | undefined => {
      if (path !== "/v1/payment_intents" || nth > 2) return undefined
      if (holder === lost) return "lost-request"
      return holder === late ? "lost-answer" : undefined
    }
  }

const incoming = ({ body, headers }: Pick<Webhook, "body" | "headers">): IncomingNotification => ({
  header: (name) => headers[name],
  body: new TextEncoder().encode(body)
})

const isAbout = (key: AcquirerKey) => (webhook: Webhook) => webhook.body.includes(`"${key}`)

const notificationsOf = (fake: StripeFake): NonNullable<AcquirerUnderTest["notifications"]> => ({
  sentAbout: (key) => Effect.sync(() => fake.webhooks.filter(isAbout(key)).map(incoming)),
  forged: ({ body }) =>
    Effect.sync(() => {
      const text = new TextDecoder().decode(body)
      const others = JSON.stringify({ ...JSON.parse(text), account: "acct_another" })
      const signed = (content: string, by: Parameters<StripeFake["signatureOf"]>[1] = {}) =>
        incoming({ body: content, headers: { "stripe-signature": fake.signatureOf(content, by) } })
      return {
        wronglySigned: signed(text, { secret: "whsec_of_another" }),
        ofAnotherAccount: signed(others),
        outdated: signed(text, { at: Math.floor(Date.now() / 1000) - 301 })
      }
    })
})

/** The page of the fake, as a browser uses it. */
const visiting = (url: string, does: "completes" | "refuses") =>
  Effect.promise(async () => {
    const body = new URLSearchParams({ outcome: does === "completes" ? "complete" : "fail" })
    const { headers } = await fetch(url, { method: "POST", body, redirect: "manual" })
    const location = headers.get("location")
    return location === null ? {} : Object.fromEntries(new URL(location).searchParams)
  })

/** A clock that can be moved. */
const movable = () => {
  const clock = Clock.make()
  let moved = 0
  const now = () => clock.unsafeCurrentTimeMillis() + moved
  const moving: Clock.Clock = {
    ...{ [Clock.ClockTypeId]: Clock.ClockTypeId, unsafeCurrentTimeMillis: now, currentTimeMillis: Effect.sync(now) },
    unsafeCurrentTimeNanos: () => BigInt(now()) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
    sleep: (duration) => clock.sleep(duration)
  }
  return {
    moving,
    elapse: (time: Duration.Duration) =>
      Effect.sync(() => {
        moved += Duration.toMillis(time)
      })
  }
}

const opening = (sources: ReadonlyArray<"card" | "token">, multicapture: boolean) =>
  Effect.gen(function* () {
    const { elapse, moving } = movable()
    const { acquirer, fake } = yield* Effect.withClock(
      start({ sources, multicapture, inFlightWindow: "1 second" }, { multicapture }),
      moving
    )
    mannerOf(fake)()
    const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.withClock(effect, moving)
    return {
      acquirer: {
        ...acquirer,
        perform: (request) => quietly(timed(acquirer.perform(request))),
        status: (key, about) => quietly(timed(acquirer.status(key, about)))
      },
      movementsOf: (key) => Effect.sync(() => fake.movementsOf(key)),
      sendsOf: (key) => Effect.sync(() => fake.sendsOf(key)),
      elapse,
      visit: ({ url }, does) => visiting(url, does),
      notifications: notificationsOf(fake)
    } satisfies AcquirerUnderTest
  })

const runner = { describe, it }

acquirerSuite(runner, "Stripe by card numbers", opening(["card", "token"], true), cards, ["notifications", "keyLife"])
acquirerSuite(runner, "Stripe by its tokens", opening(["token"], false), tokensOnly, ["notifications", "keyLife"])
