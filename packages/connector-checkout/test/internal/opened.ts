/** The connector and its fake, and requests to them. */
import {
  type AcquirerAnswer,
  type AcquirerCard,
  type AcquirerRequest,
  type AcquirerService,
  AcquirerStatus,
  type QueriedOperation
} from "@florin/core/cards/Acquirer"
import type { CardTransactionType } from "@florin/core/cards/CardTransaction"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { about, charge, type Order } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Checkout from "../../src/Checkout.js"
import * as CheckoutFake from "../../src/Testing.js"

export const number = "4242424242424242"

export const card = (holder = "Jane Doe", rest: Partial<AcquirerCard> = {}): AcquirerCard => ({
  number: Redacted.make(number),
  securityCode: Redacted.make("739"),
  holder,
  expMonth: 12,
  expYear: 2099,
  ...rest
})

export interface Options extends Partial<Checkout.Options> {
  readonly fake?: CheckoutFake.Options
}

/** Without 3-D Secure, unless it is wanted. */
export const opened = ({ fake: given, ...options }: Options = {}) =>
  Effect.gen(function* () {
    const fake = yield* CheckoutFake.make(given)
    const acquirer = yield* Checkout.make({
      apiKey: fake.secretKey,
      baseUrl: fake.url,
      signatureKeys: [fake.signatureKey],
      webhookAuthorization: fake.authorization,
      threeDSecure: false,
      // It is on this machine.
      inFlightWindow: "100 millis",
      ...options
    })
    return { fake, acquirer }
  })

/** For tests that check only the answer. */
export const quietly = Effect.provide(Logger.remove(Logger.defaultLogger))

type Charge = Extract<AcquirerRequest, { readonly _tag: "Charge" }>

/** A charge, with some of its members changed. */
export const charged = (
  kind: "authorization" | "payment" | "tokenization",
  order: Order = { amount: 1000 },
  from: AcquirerCard = card(),
  change: Partial<Charge> = {}
): Effect.Effect<Charge> => Effect.map(charge(kind, from, order), (request) => ({ ...request, ...change }) as Charge)

export const referenceOf = (answer: AcquirerAnswer | AcquirerStatus): string | undefined => {
  switch (answer._tag) {
    case "Approved":
    case "Declined":
      return answer.report.refId ?? undefined
    case "ActionNeeded":
    case "Accepted":
      return answer.reference
    default:
      return undefined
  }
}

const kindOf = (request: AcquirerRequest): CardTransactionType => {
  switch (request._tag) {
    case "Charge":
      return request.kind
    case "Payout":
      return request.transaction.type
    case "Capture":
      return "capture"
    case "Void":
      return "void"
    case "Refund":
      return "refund"
  }
}

/** What core would say of an operation when it asks. */
export const aboutOf = (request: AcquirerRequest, reference?: string): QueriedOperation => ({
  ...about,
  ...{ kind: kindOf(request), amount: request.amount, currency: request.currency },
  ...(reference === undefined ? {} : { reference }),
  ...("parentReference" in request && request.parentReference !== null
    ? { parentReference: request.parentReference }
    : {})
})

/** Asks for what was answered, with all that is known. */
export const requested = (acquirer: AcquirerService, request: AcquirerRequest, answer: AcquirerAnswer) =>
  acquirer.status(request.key, aboutOf(request, referenceOf(answer)))

type Child = Extract<AcquirerRequest, { readonly _tag: "Capture" | "Void" | "Refund" }>

/** A capture, void or refund of what was approved. */
export const following = Effect.fnUntraced(function* (
  kind: "Capture" | "Void" | "Refund",
  parent: AcquirerRequest,
  answer: AcquirerAnswer,
  amount: number,
  key?: AcquirerKey
) {
  const { key: fresh } = yield* charged("payment", { amount })
  return {
    _tag: kind,
    ...{ key: key ?? fresh, amount, currency: parent.currency, parent: parent.key, parentKind: kindOf(parent) },
    parentReference: referenceOf(answer) ?? null
  } as Child
})

/** An answer or a status as one word, with the reason of a decline. */
export const word = (answer: AcquirerAnswer | AcquirerStatus): string =>
  answer._tag === "Declined" ? `Declined ${answer.reason}` : answer._tag

/** Performs, and asks until it is decided. */
export const settled = Effect.fnUntraced(function* (acquirer: AcquirerService, request: AcquirerRequest) {
  const answer = yield* acquirer.perform(request)
  return answer._tag === "Accepted" ? yield* requested(acquirer, request, answer) : answer
})

export { AcquirerStatus }
