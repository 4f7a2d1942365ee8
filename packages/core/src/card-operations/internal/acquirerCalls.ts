import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import {
  type AcquirerAnswer,
  type AcquirerCard,
  AcquirerRequest,
  type AcquirerService,
  type AcquirerSource,
  type AcquirerStatus,
  Acquirers,
  callLimit,
  type QueriedOperation
} from "../../cards/Acquirer.js"
import { type AcquirerReport, noReport } from "../../cards/AcquirerReport.js"
import { referenceOf } from "../../cards/AtProvider.js"
import { ProviderReference } from "../../cards/BrowserMessage.js"
import { isCharge } from "../../cards/CardChange.js"
import { type AcquirerEvent, CardEvent } from "../../cards/CardEvent.js"
import type { CardTransaction, FollowUpRequest } from "../../cards/CardTransaction.js"
import { CustomerAction } from "../../cards/CustomerAction.js"
import { DeclineReason } from "../../cards/DeclineReason.js"
import type { AcquirerKey } from "../../ids/Ids.js"
import type { ProviderStatus } from "../../operations/TransactionKind.js"
import * as Calls from "../../providers/Calls.js"
import * as Redaction from "../../redaction/Redaction.js"
import { given } from "../../request/Given.js"
import { AcquirerHealth, type CallResult } from "../../routing/AcquirerHealth.js"
import type { SpanName } from "../../tracing/SpanNames.js"
import { lastCharge } from "../../transaction-base/TransactionBase.js"
import type { ChargeKind } from "../ChargeRules.js"
import type { ChildKind } from "../ChildRules.js"
import * as KeyRules from "../KeyRules.js"
import { reportedIn } from "./reported.js"

const members = Object.keys(noReport) as ReadonlyArray<keyof AcquirerReport>

/** An acquirer's text without card numbers, security codes and control characters. Source: D41. */
export const cleaned = (text: string, card?: AcquirerCard): string => {
  const plain = Redaction.cardNumbersRemovedFromText(text, card?.number)
  const code = card?.securityCode
  return code !== undefined && plain.length > 4 ? Redaction.codeRemovedFrom(plain, code) : plain
}

// Reference numbers consist of digits: only what reads as a card number is removed from them.
const isReference = (name: keyof AcquirerReport): boolean => name !== "message" && name !== "billingDescriptor"

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const reportOf = (value: unknown, sent: AcquirerSource | undefined): AcquirerReport | undefined => {
  if (!isObject(value)) return undefined
  const card = sent?.source === "card" ? sent.card : undefined
  const report: Record<string, string | null> = {}
  for (const name of members) {
    const answered = value[name]
    if (answered !== null && typeof answered !== "string") return undefined
    const member =
      answered !== null && sent?.source === "token" ? Redaction.secretRemovedFrom(answered, sent.token.value) : answered
    report[name] =
      member === null
        ? null
        : isReference(name)
          ? Redaction.cardNumberRemovedFromReference(member, card?.number)
          : cleaned(member, card)
  }
  return report as unknown as AcquirerReport
}

const isReason = Schema.is(DeclineReason)

const decodeUnderway = Schema.decodeUnknownOption(
  Schema.Union(
    Schema.TaggedStruct("ActionNeeded", { reference: ProviderReference, action: CustomerAction }),
    Schema.TaggedStruct("Accepted", { reference: ProviderReference })
  )
)

/** What is led by and asked by must not change: with a card number in it, it is no answer. */
const holdsNumber = (
  answer: { readonly reference: string; readonly action?: CustomerAction },
  number: AcquirerCard["number"] | undefined
) => {
  const { action, reference } = answer
  const fields = action?._tag === "Form" ? Object.entries(action.fields).flat() : []
  const texts = [reference, ...(action === undefined ? [] : [action.url]), ...fields]
  return number !== undefined && texts.some((text) => Redaction.containsNumber(text, number))
}

const answerIn = (response: unknown, sent: AcquirerSource | undefined): AcquirerAnswer => {
  if (!isObject(response)) return { _tag: "NoAnswer" }
  const number = sent?.source === "card" ? sent.card.number : undefined
  switch (response._tag) {
    case "Approved": {
      const report = reportOf(response.report, sent)
      return report === undefined ? { _tag: "NoAnswer" } : { _tag: "Approved", report, ...reportedIn(response, number) }
    }
    case "Declined": {
      const report = reportOf(response.report, sent)
      const { reason } = response
      if (report === undefined || !isReason(reason)) return { _tag: "NoAnswer" }
      const { card } = reportedIn(response, number)
      return { _tag: "Declined", reason, report, ...given({ card }) }
    }
    case "ActionNeeded":
    case "Accepted":
      return Option.getOrElse(
        Option.filter(decodeUnderway(response), (answer) => !holdsNumber(answer, number)),
        () => ({ _tag: "NoAnswer" }) as const
      )
    case "NotSent":
      return { _tag: "NotSent" }
    default:
      return { _tag: "NoAnswer" }
  }
}

/**
 * Validates an acquirer's answer; anything malformed becomes `NoAnswer`. `sent`: whom or what the request was about.
 *
 * Source: D41.
 */
export const answerOf = (response: unknown, sent?: AcquirerSource): AcquirerAnswer =>
  Calls.readOr<AcquirerAnswer>({ _tag: "NoAnswer" }, () => answerIn(response, sent))

/** Like `answerOf`, for the status of a key. */
export const statusOf = (response: unknown): AcquirerStatus => {
  if (Calls.readOr(false, () => isObject(response) && response._tag === "NotFound")) return { _tag: "NotFound" }
  const answer = answerOf(response)
  return answer._tag === "NoAnswer" || answer._tag === "NotSent" ? { _tag: "Unknown" } : answer
}

/** Whom or what is charged or paid, and what the card network called the first charge of a saved card. */
export type CallSource = AcquirerSource & { readonly networkTransactionId?: string }

export const chargeRequest = (
  kind: ChargeKind,
  transaction: CardTransaction,
  source: CallSource,
  returnUrl: string
): AcquirerRequest => {
  const { amount, authenticate, currency, isByMerchant, onFile = "no" } = transaction
  const { key } = lastCharge(transaction)
  const initiatedBy = isByMerchant === true ? "merchant" : "customer"
  const terms = { initiatedBy, onFile, ...given({ authenticate }) } as const
  return AcquirerRequest.Charge({ key, kind, amount, currency, transaction, returnUrl, ...terms, ...source })
}

const following = {
  capture: AcquirerRequest.Capture,
  void: AcquirerRequest.Void,
  refund: AcquirerRequest.Refund
} as const satisfies Record<ChildKind, unknown>

export const childRequest = (kind: ChildKind, transaction: CardTransaction): AcquirerRequest => {
  const { acquirerKey: key, amount, currency, parentKey, parentReference = null, parentUid } = transaction
  const { parentKind = kind === "refund" ? "payment" : "authorization" } = transaction
  const parent = parentKey ?? (parentUid as string as AcquirerKey)
  return following[kind]({ key, parent, parentKind, parentReference, amount, currency })
}

export const payoutRequest = (transaction: CardTransaction, source: AcquirerSource): AcquirerRequest => {
  const { acquirerKey: key, amount, currency } = transaction
  return AcquirerRequest.Payout({ key, amount, currency, transaction, ...source })
}

/**
 * What is known of the last attempt at a transaction, for a question about it. What its customer brought back is no longer
 * told once keys of that age may be forgotten: a question with it can be a request under a key.
 */
const aboutOf = (transaction: CardTransaction, areKeysAlive: boolean): QueriedOperation => {
  const { amount, atProvider, createdAt, currency, parentReference, type } = transaction
  const returned = (areKeysAlive && atProvider?.returned) || undefined
  return {
    kind: type,
    amount,
    currency,
    sentAt: createdAt,
    ...given({ reference: referenceOf(transaction), parentReference, returned })
  }
}

/** What an acquirer's answer is to the machines. */
const newsOf = (answer: Extract<AcquirerAnswer, { readonly _tag: AcquirerStatus["_tag"] }>): AcquirerEvent => {
  switch (answer._tag) {
    case "Approved": {
      const { _tag, ...approval } = answer
      return CardEvent.Approved(approval)
    }
    case "Declined": {
      const { _tag, ...decline } = answer
      return CardEvent.Declined(decline)
    }
    case "ActionNeeded":
      return CardEvent.ActionNeeded({ reference: answer.reference, action: answer.action })
    case "Accepted":
      return CardEvent.Acknowledged({ reference: answer.reference })
  }
}

/** Only a charge has a customer who can act: of what else is said to need one, the outcome is not known. Source: D41. */
const ofItsKind = (answer: AcquirerAnswer, isOfCharge: boolean): AcquirerAnswer =>
  answer._tag === "ActionNeeded" && !isOfCharge ? { _tag: "NoAnswer" } : answer

const eventOf = (answer: AcquirerAnswer): CardEvent => {
  switch (answer._tag) {
    case "Approved":
    case "Declined":
    case "ActionNeeded":
    case "Accepted":
      return newsOf(answer)
    case "NoAnswer":
      return CardEvent.NoAnswer()
    case "NotSent":
      return CardEvent.NotDone({})
  }
}

/**
 * An acquirer that was configured away decides nothing: it may have taken the request before. A charge is never sent
 * twice, so that this one was never sent, nor ever will be; neither is what had no acquirer to begin with. Source: D40.
 */
const withoutAcquirer = (gatewayId: number | null, { _tag }: AcquirerRequest): CardEvent =>
  gatewayId === null || _tag === "Charge"
    ? CardEvent.Declined({ reason: "no-acquirer", report: noReport })
    : CardEvent.NoAnswer()

/**
 * What a status says. An acquirer that once gave a reference has the operation: that it finds nothing decides nothing.
 * Of what is no charge no customer can be asked.
 */
const knowledgeOf = (known: AcquirerStatus, { kind, reference }: QueriedOperation): ProviderStatus<AcquirerEvent> => {
  if (known._tag === "Unknown") return "unknown"
  if (known._tag === "NotFound") return reference === undefined ? "never-seen" : "unknown"
  if (known._tag === "ActionNeeded" && !isCharge(kind)) return "unknown"
  return known._tag === "Accepted" && known.reference === reference ? "waiting" : newsOf(known)
}

/** What a question has brought, as the answer of a call. */
export const orNoAnswer = (known: ProviderStatus<AcquirerEvent>): CardEvent =>
  typeof known === "string" ? CardEvent.NoAnswer() : known

const sourceIn = (request: AcquirerRequest): AcquirerSource | undefined => ("source" in request ? request : undefined)

/** Whether a call counts against its acquirer. */
const isFailure = (answer: AcquirerAnswer): boolean =>
  answer._tag === "NoAnswer" ||
  answer._tag === "NotSent" ||
  (answer._tag === "Declined" && answer.reason === "acquirer-temporary")

const resultOf = (answer: AcquirerAnswer): CallResult => {
  if (isFailure(answer)) return "failed"
  if (answer._tag === "Approved") return "approved"
  return answer._tag === "Declined" ? "declined" : "underway"
}

const spanNameOf = ({ _tag }: AcquirerRequest): SpanName => `acquirer ${_tag.toLowerCase() as Lowercase<typeof _tag>}`

const callee: Calls.Callee = { title: "Acquirer", attribute: "florin.acquirer.name" }

/** Calls acquirers and measures how they do. Any failure on the way is `NoAnswer`, never a decline. Source: D41. */
export const make = Effect.gen(function* () {
  const acquirers = yield* Acquirers
  const health = yield* AcquirerHealth
  const calls = yield* Calls.makeCallers
  const send = calls.sending("acquirer.perform", callee)
  const ask = calls.asking("acquirer.status", callee, callLimit, { logs: false })

  const acquirerOf = (gatewayId: number | null): AcquirerService | undefined =>
    acquirers.find((acquirer) => acquirer.gatewayId === gatewayId)

  /** Logs what a call has changed about its acquirer's health. */
  const withNews = <A>(value: A): Effect.Effect<A> => {
    const news = health.news()
    return news === undefined ? Effect.succeed(value) : Effect.as(news, value)
  }

  /**
   * Sends a request to an acquirer on behalf of `owner`, the name under which this process holds the job. Has no time
   * limit; the caller sets one.
   */
  const perform =
    (gatewayId: number | null, request: AcquirerRequest) =>
    (owner: string): Effect.Effect<CardEvent> => {
      const acquirer = acquirerOf(gatewayId)
      if (acquirer === undefined) return Effect.succeed(withoutAcquirer(gatewayId, request))
      let ended: ((result: CallResult) => void) | undefined
      const sent = () => {
        ended = health.begin(acquirer.gatewayId)
        return acquirer.perform(request)
      }
      return send(acquirer, spanNameOf(request), owner, sent, (response) => {
        const answer = ofItsKind(answerOf(response, sourceIn(request)), request._tag === "Charge")
        ended?.(resultOf(answer))
        return withNews(eventOf(answer))
      })
    }

  const queried = (
    { gatewayId, key }: Pick<FollowUpRequest, "gatewayId" | "key">,
    about: QueriedOperation
  ): Effect.Effect<ProviderStatus<AcquirerEvent>> => {
    const acquirer = acquirerOf(gatewayId)
    if (acquirer === undefined) return Effect.succeed("unknown")
    const answered = ask(acquirer, "acquirer status", () => acquirer.status(key, about))
    return Effect.flatMap(answered, (response) => {
      const known = statusOf(response)
      if (known._tag !== "Unknown") health.reached(acquirer.gatewayId)
      return withNews(knowledgeOf(known, about))
    })
  }

  /** Queries the outcome of the last attempt at a transaction. */
  const status = (transaction: CardTransaction): Effect.Effect<ProviderStatus<AcquirerEvent>> =>
    Effect.flatMap(DateTime.now, (now) => {
      const charge = lastCharge(transaction)
      const acquirer = acquirerOf(charge.gatewayId)
      const areKeysAlive = acquirer !== undefined && KeyRules.isAlive(acquirer, transaction.createdAt, now)
      return queried(charge, aboutOf(transaction, areKeysAlive))
    })

  /** The outcome of the last attempt at a transaction, as the answer of a call. */
  const known = (transaction: CardTransaction): Effect.Effect<CardEvent> => Effect.map(status(transaction), orNoAnswer)

  /** Queries the outcome of a reversal. */
  const reversalStatus = (
    transaction: CardTransaction,
    attempt: FollowUpRequest
  ): Effect.Effect<ProviderStatus<AcquirerEvent>> => {
    const { amount, at: sentAt = transaction.createdAt, reference } = attempt
    const more = given({ reference, parentReference: referenceOf(transaction) })
    return queried(attempt, { kind: "void", amount, currency: transaction.currency, sentAt, ...more })
  }

  return { acquirers, acquirerOf, health, known, perform, reversalStatus, status, withNews }
})

export type AcquirerCalls = Effect.Effect.Success<typeof make>
