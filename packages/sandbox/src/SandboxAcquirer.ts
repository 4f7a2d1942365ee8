/** The simulated acquirer: test cards, test triggers and its own ledger. */
import {
  AcquirerAnswer,
  type AcquirerRequest,
  type AcquirerService,
  AcquirerStatus,
  Acquirers,
  isTokenRequest
} from "@florin/core/cards/Acquirer"
import { type AcquirerKey, Entropy } from "@florin/core/ids/Ids"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { inManner } from "./internal/manner.js"
import { readCard } from "./internal/readCard.js"
import { answered, cardOf, readToken } from "./internal/readToken.js"
import { approved, declined, referenceOf } from "./internal/reports.js"
import { type Actor, onCard, onParent } from "./internal/verdicts.js"
import { Ledger, type Recorded, Verdict } from "./Ledger.js"
import type { Entry } from "./Movement.js"
import { provider, type TestToken } from "./TestTokens.js"
import { avsTriggers, type Behaviour, resultOf } from "./TestTriggers.js"
import { actionOf, isUnderway, type KeptAnswer, type LedgerAnswer, type Underway } from "./Underway.js"

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

/** The customer, if one is there who can act. */
const actorOf = (request: OnSource, token: string): Actor | undefined => {
  if (request._tag !== "Charge" || request.initiatedBy === "merchant") return undefined
  const { returnUrl, transaction } = request
  const { card, language, shop } = transaction
  return { token, returnUrl, shop, language, last4: card?.facts.last4 ?? "" }
}

const cardEntry = (request: OnSource, card: string): Entry => {
  const { amount, currency, key } = request
  return { kind: kindOf(request), key, amount, currency, card }
}

/** What the acquirer says of what it has not decided. */
const underwayAt = (underway: Underway) => {
  const reference = referenceOf(underway.entry.key)
  return underway._tag === "Acting"
    ? AcquirerAnswer.ActionNeeded({ reference, action: actionOf(underway) })
    : AcquirerAnswer.Accepted({ reference })
}

const statusOf = (kept: KeptAnswer, key: AcquirerKey): AcquirerStatus => {
  if (kept._tag === "Canceled") return answered(kept.answer, key)
  return isUnderway(kept) ? (underwayAt(kept) as AcquirerStatus) : answered(kept, key)
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
    case "Kept":
      return Effect.succeed(underwayAt(recorded.underway))
    case "Freed":
      return Effect.succeed(answered(recorded.answer, entry.key))
    case "Booked":
      return inManner<AcquirerAnswer>(recorded.manner, answered(recorded.answer, entry.key), AcquirerAnswer.NoAnswer())
  }
}

/** A verdict on what a test token was sent for: its answers say more of the card. */
const ofToken = (token: TestToken | undefined, verdict: Verdict): Verdict => {
  if (token === undefined) return verdict
  const withToken = (answer: LedgerAnswer): LedgerAnswer => ({ ...answer, token: token.value })
  if (verdict._tag !== "Kept") return { ...verdict, answer: withToken(verdict.answer) }
  const { underway } = verdict
  if (underway._tag === "Waiting") {
    return Verdict.Kept({ underway: { ...underway, decision: withToken(underway.decision) } })
  }
  const { approved, declined } = underway
  return Verdict.Kept({ underway: { ...underway, approved: withToken(approved), declined: withToken(declined) } })
}

const failed = (error: StorageError) => Effect.logError("The acquirer ledger is unavailable", error.message)

/** A lost answer is reported as `NoAnswer` at once, so no caller waits for a time limit. */
export const make = Effect.fnUntraced(function* (options: Options = {}) {
  const ledger = yield* Ledger
  const entropy = yield* Entropy
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
    const circumstances = { now: yield* DateTime.now, actor: actorOf(request, Encoding.encodeHex(entropy(16))) }
    const recorded = yield* ledger.record(entry, () =>
      ofToken(token, onCard(entry, card, { ...reading, scripted: script(entry) }, remarks, circumstances))
    )
    return yield* deliver(recorded, entry)
  })

  /** Whether what a void is about was not decided yet, and never will be. */
  const canceled = (key: AcquirerKey, entry: Entry) => {
    const answer = declined({ ...entry, key }, "unspecified", {}, "it was canceled")
    return Effect.map(
      ledger.decide(key, () => ({ _tag: "Canceled", answer })),
      (kept) => Option.isSome(kept) && kept.value._tag === "Canceled"
    )
  }

  const child = Effect.fnUntraced(function* (request: OnParent) {
    const entry = childEntry(request)
    const isCanceled = request._tag === "Void" && (yield* canceled(request.parent, entry))
    const now = yield* DateTime.now
    const recorded = yield* ledger.record(entry, (parent) =>
      isCanceled ? Verdict.Freed({ answer: approved(entry) }) : onParent(entry, parent, script(entry), now)
    )
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
      Effect.map(Option.match({ onNone: () => AcquirerStatus.NotFound(), onSome: (kept) => statusOf(kept, key) })),
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
