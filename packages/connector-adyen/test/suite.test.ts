import type { CustomerAction } from "@florin/core/cards/CustomerAction"
import { acquirerSuite } from "@florin/testing/acquirers/AcquirerSuite"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, it } from "vitest"
import * as Adyen from "../src/Adyen.js"
import * as AdyenFake from "../src/testing/AdyenFake.js"
import { card, challenged, quietly } from "./internal/shop.js"
import * as Webhooks from "./internal/webhooks.js"

/** A clock that can be put forward. */
const movable = () => {
  const machine = Clock.make()
  let ahead = 0
  const clock: Clock.Clock = {
    ...machine,
    unsafeCurrentTimeMillis: () => machine.unsafeCurrentTimeMillis() + ahead,
    currentTimeMillis: Effect.sync(() => machine.unsafeCurrentTimeMillis() + ahead)
  }
  return {
    clock,
    elapse: (time: Duration.Duration) =>
      Effect.sync(() => {
        ahead += Duration.toMillis(time)
      })
  }
}

/** The connector sends twice at most. */
const dial: AdyenFake.Dial = ({ holder, nth, path }) => {
  if (holder === "LOST" && nth <= 2) return { way: "request-lost" }
  if (holder === "LATE" && nth <= 2) return { way: "answer-lost" }
  return path === "/payments" || path === "/payments/details" ? {} : { tellsAfter: "1 hour" }
}

const opened = (multicapture: boolean) =>
  Effect.gen(function* () {
    const { clock, elapse } = movable()
    const fake = yield* Effect.withClock(AdyenFake.make({ dial, multicapture }), clock)
    const acquirer = yield* Adyen.make({
      apiKey: fake.apiKey,
      merchantAccount: fake.merchantAccount,
      hmacKeys: fake.hmacKey,
      baseUrl: fake.baseUrl,
      multicapture,
      // It is on this machine.
      inFlightWindow: "100 millis"
    })
    return {
      acquirer: {
        ...acquirer,
        perform: (request: Parameters<typeof acquirer.perform>[0]) => quietly(acquirer.perform(request)),
        status: (...about: Parameters<typeof acquirer.status>) => quietly(acquirer.status(...about))
      },
      answersQuestions: false,
      trustsReferences: true,
      voidsWhole: true,
      movementsOf: (key: string) =>
        Effect.map(fake.movements(), (all) => all.filter((movement) => movement.key === key).length),
      sendsOf: fake.sendsOf,
      settle: fake.settle,
      elapse,
      visit: (action: CustomerAction, does: "completes" | "refuses") =>
        fake
          .customer(
            action._tag === "Form" ? { url: action.url, fields: action.fields } : { url: action.url },
            does === "completes" ? "confirm" : "refuse"
          )
          .pipe(Effect.orElseSucceed(() => ({}))),
      notifications: {
        sentAbout: (key: string) =>
          Effect.map(fake.notifications, (all) =>
            all.filter((one) => one.key === key).map(({ body }) => Webhooks.incoming(body))
          ),
        forged: Webhooks.forging(fake.hmacKey)
      }
    }
  })

const token = (holderName: string) => ({
  provider: "adyen",
  value: Redacted.make(
    JSON.stringify({
      type: "scheme",
      encryptedCardNumber: "test_4111111111111111",
      encryptedExpiryMonth: "test_03",
      encryptedExpiryYear: "test_2099",
      encryptedSecurityCode: "test_737",
      holderName
    })
  )
})

const cards = {
  approvingCard: card(),
  decliningCard: card("4111111111111111", { holder: "NOT_ENOUGH_BALANCE" }),
  lostCard: card("4111111111111111", { holder: "LOST" }),
  lateCard: card("4111111111111111", { holder: "LATE" }),
  actingCard: challenged,
  approvingToken: token("Jane Doe"),
  decliningToken: token("DECLINED")
}

const parts = ["acceptances", "notifications", "keyLife"] as const

acquirerSuite({ describe, it }, "Adyen over HTTP", opened(false), cards, parts)
acquirerSuite({ describe, it }, "Adyen with several captures, over HTTP", opened(true), cards, parts)
