/** The simulated acquirer: test cards, test triggers and its own ledger. */
import {
  AcquirerAnswer,
  type AcquirerRequest,
  type AcquirerService,
  AcquirerStatus,
  Acquirers,
  isTokenRequest
} from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { inManner } from "./internal/manner.js"
import { readCard } from "./internal/readCard.js"
import { answered, cardOf, readToken } from "./internal/readToken.js"
import { declined } from "./internal/reports.js"
import { onCard, onParent } from "./internal/verdicts.js"
import { Ledger, type Recorded, type Verdict } from "./Ledger.js"
import type { Entry } from "./Movement.js"
import { provider, type TestToken } from "./TestTokens.js"
import { avsTriggers, type Behaviour, resultOf } from "./TestTriggers.js"

/** The simulated acquirer as an acquirer of a gateway. */
export class SandboxAcquirer extends Context.Tag("@florin/sandbox/SandboxAcquirer")<
  SandboxAcquirer,
  AcquirerService
>() {}

/** The settings of the simulated acquirer. */
export interface Options {
  /** Default: 1. */
  readonly gatewayId?: number
  /** The text on the cardholder's statement when the merchant sends none. Default: `FLORIN SANDBOX`. */
  readonly billingDescriptor?: string
  /**
   * Says what becomes of a request, in the place of its test card and triggers. Asked before each decision, again for a
   * repeated key, and must answer the same then. The books still refuse what they do not allow. Default: nothing.
   */
  readonly script?: (entry: Entry) => Behaviour | undefined
}

type OnSource = Extract<AcquirerRequest, { readonly source: "card" | "token" }>
type OnParent = Extract<AcquirerRequest, { readonly parent: AcquirerKey }>

const kinds = { Capture: "capture", Void: "void", Refund: "refund" } as const

const kindOf = (request: OnSource): Entry["kind"] => {
  if (request._tag === "Charge") return request.kind
  return request.transaction.type === "credit" ? "credit" : "payout"
}

const childEntry = ({ _tag, amount, currency, key, parent }: OnParent): Entry => ({
  kind: kinds[_tag],
  key,
  parent,
  amount,
  currency
})

const cardEntry = (request: OnSource, card: string): Entry => {
  const { amount, currency, key } = request
  return { kind: kindOf(request), key, amount, currency, card }
}

/** Sends the recorded answer to the caller, unless it is lost. */
const deliver = (recorded: Recorded, entry: Entry): Effect.Effect<AcquirerAnswer> => {
  switch (recorded._tag) {
    case "Lost":
      return Effect.succeed(AcquirerAnswer.NoAnswer())
    case "Conflict":
      return Effect.succeed(
        answered(declined(entry, "duplicate-at-acquirer", {}, "its key is another request's"), entry.key)
      )
    case "Booked":
      return inManner<AcquirerAnswer>(recorded.manner, answered(recorded.answer, entry.key), AcquirerAnswer.NoAnswer())
  }
}

/** A verdict on what a test token was sent for: its answers say more of the card. */
const ofToken = (token: TestToken | undefined, verdict: Verdict): Verdict =>
  token === undefined ? verdict : { ...verdict, answer: { ...verdict.answer, token: token.value } }

const failed = (error: StorageError) => Effect.logError("The acquirer ledger is unavailable", error.message)

/** A lost answer is reported as `NoAnswer` at once, so no caller waits for a time limit. */
export const make = Effect.fnUntraced(function* (options: Options = {}) {
  const ledger = yield* Ledger
  const script = options.script ?? (() => undefined)
  const ownDescriptor = options.billingDescriptor ?? "FLORIN SANDBOX"

  const chargeOrPayOut = Effect.fnUntraced(function* (request: OnSource) {
    const { billingAddress, dynamicBillingDescriptor } = request.transaction.details
    const token = request.source === "token" ? readToken(request.token) : undefined
    const card = request.source === "token" ? cardOf(token, request.transaction.card?.holder ?? null) : request.card
    const reading = readCard(card)
    const entry = cardEntry(request, reading.masked)
    const remarks = {
      avsResult: resultOf(avsTriggers, billingAddress?.zip),
      billingDescriptor: dynamicBillingDescriptor ?? ownDescriptor
    }
    const now = yield* DateTime.now
    const recorded = yield* ledger.record(entry, () =>
      ofToken(token, onCard(entry, card, { ...reading, scripted: script(entry) }, remarks, now))
    )
    return yield* deliver(recorded, entry)
  })

  const child = Effect.fnUntraced(function* (request: OnParent) {
    const entry = childEntry(request)
    const recorded = yield* ledger.record(entry, (parent) => onParent(entry, parent, script(entry)))
    return yield* deliver(recorded, entry)
  })

  const performed = (request: AcquirerRequest) => {
    if (isTokenRequest(request) && request.token.provider !== provider) return Effect.succeed(AcquirerAnswer.NotSent())
    return "source" in request ? chargeOrPayOut(request) : child(request)
  }

  const perform = Effect.fn("SandboxAcquirer.perform")((request: AcquirerRequest) =>
    performed(request).pipe(Effect.catchAll((error) => Effect.as(failed(error), AcquirerAnswer.NoAnswer())))
  )

  const status: AcquirerService["status"] = Effect.fn("SandboxAcquirer.status")((key) =>
    ledger.find(key).pipe(
      Effect.map(Option.match({ onNone: () => AcquirerStatus.NotFound(), onSome: (found) => answered(found, key) })),
      Effect.catchAll((error) => Effect.as(failed(error), AcquirerStatus.Unknown()))
    )
  )

  return SandboxAcquirer.of({
    gatewayId: options.gatewayId ?? 1,
    name: "Sandbox",
    simulated: true,
    provider,
    capabilities: { sources: ["card", "token"] },
    // The ledger records a request before answering it, so no request is ever in flight.
    inFlightWindow: Duration.zero,
    perform,
    status,
    movements: ledger.listed("acquirer")
  })
})

export const layer = (options: Options = {}): Layer.Layer<SandboxAcquirer, never, Ledger> =>
  Layer.effect(SandboxAcquirer, make(options))

/** The simulated acquirer as the only acquirer of a gateway. */
export const layerOnly: Layer.Layer<Acquirers, never, SandboxAcquirer> = Layer.effect(
  Acquirers,
  Effect.map(SandboxAcquirer, (sandbox) => [sandbox] as const)
)
