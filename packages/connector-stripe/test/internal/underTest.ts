/** The connector with its fake. */
import { type AcquirerCard, AcquirerRequest, type AcquirerService } from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { charge, child, type Order } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Redacted from "effect/Redacted"
import * as Stripe from "../../src/Stripe.js"
import * as Testing from "../../src/Testing.js"

export const card = (number: string, rest: Partial<AcquirerCard> = {}): AcquirerCard => ({
  number: Redacted.make(number),
  holder: "Jane Doe",
  expMonth: 12,
  expYear: 2099,
  ...rest
})

export const visa = card(Testing.testCards.visa!, { securityCode: Redacted.make("123") })

/** A token of Stripe's card fields, by the name of a test card. */
export const token = (name: string, customer?: string) => ({
  provider: "stripe",
  value: Redacted.make(`pm_card_${name}`),
  ...(customer === undefined ? {} : { customer })
})

/** A charge of a token. */
export const tokenCharge = Effect.fnUntraced(function* (
  kind: "authorization" | "payment" | "tokenization",
  name: string,
  order: Order,
  more: Partial<Pick<Extract<AcquirerRequest, { _tag: "Charge" }>, "initiatedBy" | "onFile">> & {
    customer?: string
  } = {}
) {
  const request = yield* charge(kind, visa, order)
  const { card: _card, ...rest } = request as Extract<AcquirerRequest, { source: "card" }> & { _tag: "Charge" }
  const { customer, ...others } = more
  return AcquirerRequest.Charge({ ...rest, ...others, source: "token", token: token(name, customer) })
})

/** Without what it logs. */
export const quietly = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Logger.withMinimumLogLevel(effect, LogLevel.None)

/** A fake, and the connector to it. */
export const start = Effect.fnUntraced(function* (
  options: Partial<Stripe.Options> = {},
  fakeOptions: Testing.Options = {}
) {
  const fake = yield* Testing.make(fakeOptions)
  const acquirer = yield* Stripe.make({
    apiKey: fake.apiKey,
    webhookSecret: fake.webhookSecret,
    baseUrl: fake.url,
    sources: ["card", "token"],
    ...options
  })
  return { fake, acquirer }
})

/** What the gateway knows of a parent: the kind, and what was reported as its reference. */
export const following = (
  kind: "Capture" | "Void" | "Refund",
  parent: {
    readonly key: AcquirerKey
    readonly reference: string
    readonly kind: "authorization" | "payment" | "capture"
  },
  order: Order
) =>
  Effect.map(child(kind, parent.key, order), (request) => ({
    ...request,
    parentKind: parent.kind,
    parentReference: parent.reference
  }))

export const referenceOf = (answer: Effect.Effect.Success<ReturnType<AcquirerService["perform"]>>): string => {
  switch (answer._tag) {
    case "Approved":
    case "Declined":
      return answer.report.refId ?? ""
    case "ActionNeeded":
    case "Accepted":
      return answer.reference
    case "NoAnswer":
    case "NotSent":
      return ""
  }
}
