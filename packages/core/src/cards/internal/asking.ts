import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { AcquirerKey } from "../../ids/Ids.js"
import { Lease } from "../../jobs/Lease.js"
import { bounded, Calls } from "../../operations/Calls.js"
import type { Knowledge } from "../../operations/TransactionKind.js"
import { calling } from "../../store/FaultPoints.js"
import type { Transaction } from "../../transactions/Transaction.js"
import { TransactionEvent } from "../../transactions/TransactionEvent.js"
import {
  type AcquirerAnswer,
  type AcquirerCard,
  AcquirerRequest,
  type AcquirerService,
  type AcquirerStatus,
  Acquirers
} from "../Acquirer.js"
import { type AcquirerReport, noReport } from "../AcquirerReport.js"
import { passesLuhn } from "../CardNumber.js"
import type { ChargeKind } from "../ChargeRules.js"
import type { ChildKind } from "../ChildRules.js"
import { DeclineReason } from "../DeclineReason.js"

const members = Object.keys(noReport) as ReadonlyArray<keyof AcquirerReport>

/** Longer texts than this are cut: they are shown to merchants and stored with every version. */
const longest = 255

// Twelve digits or more, however they are grouped, may be a card number; so may the digits of one in the middle.
const cardNumber = /\d(?:[ .\-_/]?\d){11,}/g
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g
const hidden = "[removed]"

const codePattern = (card: AcquirerCard | undefined): RegExp | undefined => {
  const code = card?.securityCode
  return code === undefined ? undefined : new RegExp(`(?<!\\d)${Redacted.value(code).replace(/\D/g, "")}(?!\\d)`, "g")
}

const needsCare = /[\d\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** A text of an acquirer's without card numbers, security codes and control characters. Source: D41. */
export const cleaned = (text: string, card?: AcquirerCard): string => {
  const short = text.length > longest ? text.slice(0, longest) : text
  if (!needsCare.test(short)) return short
  const plain = short.replace(controls, " ").replace(cardNumber, hidden)
  const code = plain.length > 4 ? codePattern(card) : undefined
  return code === undefined ? plain : plain.replace(code, hidden)
}

// Reference numbers are digits by nature: only what reads as a card number is taken out of them.
const isReference = (name: keyof AcquirerReport): boolean => name !== "message" && name !== "billingDescriptor"

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const reportOf = (value: unknown, card: AcquirerCard | undefined): AcquirerReport | undefined => {
  if (!isObject(value)) return undefined
  const report: Record<string, string | null> = {}
  for (const name of members) {
    const member = value[name]
    if (member !== null && typeof member !== "string") return undefined
    report[name] = member === null ? null : isReference(name) ? reference(member) : cleaned(member, card)
  }
  return report as unknown as AcquirerReport
}

const isReason = Schema.is(DeclineReason)

// Reference numbers of acquirers have as many digits as card numbers; what passes the check of one is not shown.
const looksLikeCard = (found: string): boolean => {
  const digits = found.replace(/\D/g, "")
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)
}

const reference = (text: string): string => {
  const short = text.length > longest ? text.slice(0, longest) : text
  if (!needsCare.test(short)) return short
  return short.replace(controls, " ").replace(cardNumber, (found) => (looksLikeCard(found) ? hidden : found))
}

/**
 * An acquirer's answer as far as it is one; anything else is no answer. `card` is what it was asked with.
 *
 * Source: D41.
 */
export const answerOf = (said: unknown, card?: AcquirerCard): AcquirerAnswer => {
  if (!isObject(said)) return { _tag: "NoAnswer" }
  switch (said._tag) {
    case "Approved": {
      const report = reportOf(said.report, card)
      return report === undefined ? { _tag: "NoAnswer" } : { _tag: "Approved", report }
    }
    case "Declined": {
      const report = reportOf(said.report, card)
      const { reason } = said
      return report === undefined || !isReason(reason) ? { _tag: "NoAnswer" } : { _tag: "Declined", reason, report }
    }
    case "NotSent":
      return { _tag: "NotSent" }
    default:
      return { _tag: "NoAnswer" }
  }
}

/** As `answerOf`, for what an acquirer knows about a key. */
export const statusOf = (said: unknown): AcquirerStatus => {
  if (isObject(said) && said._tag === "NotFound") return { _tag: "NotFound" }
  const answer = answerOf(said)
  return answer._tag === "Approved" || answer._tag === "Declined" ? answer : { _tag: "Unknown" }
}

/** What the acquirer is asked for an accepted charge. */
export const chargeRequest = (kind: ChargeKind, transaction: Transaction, card: AcquirerCard): AcquirerRequest => {
  const { acquirerKey: key, amount, currency } = transaction
  return AcquirerRequest.Charge({ key, kind, amount, currency, card, transaction })
}

/** What the acquirer is asked for an accepted capture, void or refund. */
export const childRequest = (kind: ChildKind, transaction: Transaction): AcquirerRequest => {
  const { acquirerKey: key, amount, currency, parentKey, parentUid } = transaction
  const parent = parentKey ?? (parentUid as string as AcquirerKey)
  switch (kind) {
    case "capture":
      return AcquirerRequest.Capture({ key, parent, amount, currency })
    case "void":
      return AcquirerRequest.Void({ key, parent, amount, currency })
    case "refund":
      return AcquirerRequest.Refund({ key, parent, amount, currency })
  }
}

/** What the acquirer is asked for an accepted credit or payout. */
export const payoutRequest = (transaction: Transaction, card: AcquirerCard): AcquirerRequest => {
  const { acquirerKey: key, amount, currency } = transaction
  return AcquirerRequest.Payout({ key, amount, currency, card, transaction })
}

/** How long an acquirer may take. After that the outcome is unknown and due work asks. */
export const callLimit = Duration.seconds(30)

const eventOf = (answer: AcquirerAnswer): TransactionEvent => {
  switch (answer._tag) {
    case "Approved":
      return TransactionEvent.Approved({ report: answer.report })
    case "Declined":
      return TransactionEvent.Declined({ reason: answer.reason, report: answer.report })
    case "NoAnswer":
      return TransactionEvent.NoAnswer()
    case "NotSent":
      return TransactionEvent.NotDone()
  }
}

const noAcquirer = Effect.succeed(TransactionEvent.Declined({ reason: "no-acquirer", report: noReport }))

const cardOf = (request: AcquirerRequest): AcquirerCard | undefined => ("card" in request ? request.card : undefined)

/** What a port hands back that is no effect has not been asked anything. */
const effectOf = <A>(made: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.isEffect(made) ? made : Effect.dieMessage("A port answered without an effect")

const notSent: AcquirerAnswer = { _tag: "NotSent" }

/** Asking acquirers. Whatever goes wrong on the way is no answer, never a decline. Source: D41. */
export const make = Effect.gen(function* () {
  const acquirers = yield* Acquirers
  const lease = yield* Lease
  const call = yield* calling
  const inTime = bounded(yield* Calls)
  const performed = call("acquirer.perform")
  const asked = call("acquirer.status")

  const acquirerOf = (gatewayId: number | null): AcquirerService | undefined =>
    acquirers.find((acquirer) => acquirer.gatewayId === gatewayId)

  // A cause may hold what was sent; only the acquirer's name is safe to write down.
  const died = ({ name }: AcquirerService) =>
    Effect.as(Effect.logError(`Acquirer ${name} died while it was asked`), undefined)

  /** The last look at the lease: a process that stood still on its way here does not send. Source: D40. */
  const whileSure = <A>(send: Effect.Effect<A>): Effect.Effect<A | AcquirerAnswer> =>
    Effect.suspend(() => {
      const name = lease.owner()
      return performed(
        Effect.suspend((): Effect.Effect<A | AcquirerAnswer> => (lease.isSure(name) ? send : Effect.succeed(notSent)))
      )
    })

  /** Puts a request to an acquirer, without a limit of time: the caller has one. */
  const perform = (gatewayId: number | null, request: AcquirerRequest): Effect.Effect<TransactionEvent> => {
    const acquirer = acquirerOf(gatewayId)
    if (acquirer === undefined) return noAcquirer
    return whileSure(Effect.suspend(() => effectOf(acquirer.perform(request)))).pipe(
      Effect.catchAllCause((cause) => (cause._tag === "Interrupt" ? Effect.succeed(undefined) : died(acquirer))),
      Effect.map((said) => eventOf(answerOf(said, cardOf(request))))
    )
  }

  /** Asks what became of a key. */
  const status = (gatewayId: number | null, key: AcquirerKey): Effect.Effect<Knowledge> => {
    const acquirer = acquirerOf(gatewayId)
    if (acquirer === undefined) return Effect.succeed("unknown")
    const ask = asked(Effect.suspend(() => effectOf(acquirer.status(key)))).pipe(
      Effect.catchAllCause(() => Effect.succeed(undefined))
    )
    return Effect.map(inTime<unknown>(ask, callLimit, undefined), (said): Knowledge => {
      const known = statusOf(said)
      if (known._tag === "NotFound") return "never-seen"
      return known._tag === "Unknown" ? "unknown" : eventOf(known)
    })
  }

  return { acquirers, acquirerOf, perform, status }
})

export type Asking = Effect.Effect.Success<typeof make>
