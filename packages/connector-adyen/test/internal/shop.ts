/** A gateway's side of Adyen in tests: the connector, the fake, and what was told. */
import type { AcquirerAnswer, AcquirerCard, AcquirerRequest, AcquirerService } from "@florin/core/cards/Acquirer"
import type { ReportedOutcome } from "@florin/core/cards/AcquirerNotifications"
import * as Requests from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Adyen from "../../src/Adyen.js"
import * as AdyenFake from "../../src/testing/AdyenFake.js"

export const card = (number = "4111111111111111", rest: Partial<AcquirerCard> = {}): AcquirerCard => ({
  number: Redacted.make(number),
  securityCode: Redacted.make("737"),
  holder: "Jane Doe",
  expMonth: 3,
  expYear: 2099,
  ...rest
})

/** A card that is asked for 3-D Secure. */
export const challenged = card("4212345678901237")

export interface Shop {
  readonly fake: AdyenFake.AdyenFake
  readonly acquirer: AcquirerService
  /** All that was told, in the order in which it came. */
  readonly outcomes: ReadonlyArray<ReportedOutcome>
}

/** The connector to a fake that tells it everything. */
export const open = (options: AdyenFake.Options = {}, settings: Partial<Adyen.Options> = {}) =>
  Effect.gen(function* () {
    const fake = yield* AdyenFake.make(options)
    const acquirer = yield* Adyen.make({
      apiKey: fake.apiKey,
      merchantAccount: fake.merchantAccount,
      hmacKeys: fake.hmacKey,
      baseUrl: fake.baseUrl,
      ...settings
    })
    const outcomes: Array<ReportedOutcome> = []
    yield* fake.notify((incoming) =>
      Effect.map(acquirer.notifications!.receive(incoming), (notification) => {
        if (notification._tag !== "Genuine") return false
        outcomes.push(...notification.outcomes)
        return notification.reply === "[accepted]"
      })
    )
    return { fake, acquirer, outcomes } satisfies Shop
  })

export type Charge = Extract<AcquirerRequest, { readonly _tag: "Charge" }>

export const charge = (
  kind: Charge["kind"] = "authorization",
  from: AcquirerCard = card(),
  order: Partial<Requests.Order> = {}
): Effect.Effect<Charge> => Requests.charge(kind, from, { amount: 1000, ...order })

/** A child of what was approved, with what was reported of it. */
export const child = (
  tag: "Capture" | "Void" | "Refund",
  parent: AcquirerRequest,
  parentReference: string | null,
  amount = 1000,
  parentKind: "authorization" | "payment" | "capture" = parent._tag === "Charge"
    ? (parent.kind as "payment")
    : "capture"
) => Effect.map(Requests.child(tag, parent.key, { amount }), (request) => ({ ...request, parentKind, parentReference }))

/** An answer as one word, with the reason of a decline. */
export const word = ({ _tag, ...rest }: AcquirerAnswer | ReportedOutcome["status"]): string =>
  "reason" in rest ? `${_tag} ${rest.reason}` : _tag

/** What was reported as the reference of an approval or an acceptance. */
export const referenceOf = (answer: AcquirerAnswer): string | null => {
  if (answer._tag === "Approved") return answer.report.refId
  return answer._tag === "Accepted" || answer._tag === "ActionNeeded" ? answer.reference : null
}

/** Until so many outcomes were told: they come right after the answer. */
export const untilOutcomes = (shop: Shop, count: number): Effect.Effect<void> =>
  Effect.suspend(() => (shop.outcomes.length >= count ? Effect.void : Effect.delay(untilOutcomes(shop, count), 2)))

export const last = ({ outcomes }: Shop): ReportedOutcome => outcomes.at(-1)!

/** Without the log of what goes wrong on purpose. */
export const quietly = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provide(effect, Logger.remove(Logger.defaultLogger))
