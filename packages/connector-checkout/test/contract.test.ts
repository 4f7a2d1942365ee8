import type { IncomingNotification } from "@florin/core/cards/AcquirerNotifications"
import type { CustomerAction } from "@florin/core/cards/CustomerAction"
import { type AcquirerUnderTest, acquirerSuite, type Returned } from "@florin/testing/acquirers/AcquirerSuite"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { afterAll, describe, it } from "vitest"
import type { CheckoutFake, SignedNotification } from "../src/Testing.js"
import { signed } from "../src/testing/internal/signing.js"
import { card, opened, quietly } from "./internal/opened.js"

/** The machine's time, and what was let pass at the vendor. */
const shifting = () => {
  const real = Clock.make()
  let ahead = 0
  const millis = () => real.unsafeCurrentTimeMillis() + ahead
  const clock: Clock.Clock = { ...real, unsafeCurrentTimeMillis: millis, currentTimeMillis: Effect.sync(millis) }
  return {
    clock,
    elapse: (time: Duration.Duration) =>
      Effect.sync(() => {
        ahead += Duration.toMillis(time)
      })
  }
}

const incoming = ({ body, headers }: SignedNotification): IncomingNotification => ({
  header: (name) => headers[name],
  body: Buffer.from(body, "utf8")
})

const textOf = ({ body }: IncomingNotification): string => Buffer.from(body).toString("utf8")

const visiting = (action: CustomerAction, does: "completes" | "refuses"): Effect.Effect<Returned> =>
  Effect.promise(async () => {
    const body = new URLSearchParams({ answer: does === "completes" ? "confirm" : "refuse" })
    const answer = await fetch(action.url, { method: "POST", body, redirect: "manual" })
    const location = answer.headers.get("location")
    return location === null ? {} : Object.fromEntries(new URL(location).searchParams)
  })

const notificationsOf = (fake: CheckoutFake, other: CheckoutFake): NonNullable<AcquirerUnderTest["notifications"]> => {
  const resigned = (sent: IncomingNotification, by: CheckoutFake) =>
    incoming(signed(JSON.parse(textOf(sent)), Redacted.value(by.signatureKey), Redacted.value(fake.authorization)))
  return {
    sentAbout: (key) =>
      Effect.map(fake.notifications, (all) =>
        all.filter(({ body }) => JSON.parse(body).data.reference === key).map(incoming)
      ),
    // An account has signature keys of its own.
    forged: (sent) => Effect.succeed({ wronglySigned: resigned(sent, other), ofAnotherAccount: resigned(sent, other) })
  }
}

/** One that takes no part in 3-D Secure, so that nothing is asked of its customer. */
const discover = "6011111111111117"

class UnderTest extends Context.Tag("UnderTest")<UnderTest, AcquirerUnderTest & { readonly fake: CheckoutFake }>() {}

// End to end: connector, HTTP, the fake's books. What follows a charge stays undecided until it is settled.
const shared = ManagedRuntime.make(
  Layer.scoped(
    UnderTest,
    Effect.gen(function* () {
      const { clock, elapse } = shifting()
      const { acquirer, fake } = yield* Effect.withClock(opened({ threeDSecure: true }), clock)
      const { fake: other } = yield* opened()
      yield* fake.hold()
      return {
        acquirer: {
          ...acquirer,
          perform: (request) => quietly(acquirer.perform(request)),
          status: (key, about) => quietly(acquirer.status(key, about))
        },
        fake,
        movementsOf: fake.movementsOf,
        sendsOf: fake.sends,
        settle: Effect.zipRight(fake.release, fake.hold()),
        elapse,
        visit: visiting,
        notifications: notificationsOf(fake, other)
      }
    })
  )
)

afterAll(() => shared.dispose())

const open = Effect.promise(() => shared.runPromise(UnderTest))

const held = (holder: string) => card(holder, { number: Redacted.make(discover) })

const token = (number: string, name: string) =>
  Effect.flatMap(open, ({ fake }) =>
    Effect.map(fake.token({ number, name }), (value) => ({ provider: "checkout", value: Redacted.make(value) }))
  )

acquirerSuite(
  { describe, it },
  "Checkout.com, as its fake",
  open,
  {
    approvingCard: held("Jane Doe"),
    decliningCard: held("DECLINE"),
    lostCard: held("TIMEOUT"),
    lateCard: held("LATE"),
    actingCard: card(),
    approvingToken: token(discover, "Jane Doe"),
    decliningToken: token(discover, "DECLINE"),
    actingToken: token("4242424242424242", "Jane Doe")
  },
  ["acceptances", "notifications", "keyLife"]
)
