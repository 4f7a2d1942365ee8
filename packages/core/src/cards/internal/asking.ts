import * as Effect from "effect/Effect"
import type { AcquirerKey } from "../../ids/Ids.js"
import { Lease } from "../../jobs/Lease.js"
import { bounded, Calls } from "../../operations/Calls.js"
import type { Knowledge } from "../../operations/TransactionKind.js"
import { AcquirerHealth } from "../../routing/AcquirerHealth.js"
import { calling } from "../../store/FaultPoints.js"
import {
  type AcquirerAnswer,
  type AcquirerCard,
  AcquirerRequest,
  type AcquirerService,
  Acquirers,
  callLimit
} from "../Acquirer.js"
import { noReport } from "../AcquirerReport.js"
import { lastCharge } from "../CardChange.js"
import { CardEvent } from "../CardEvent.js"
import type { CardTransaction } from "../CardTransaction.js"
import type { ChargeKind } from "../ChargeRules.js"
import type { ChildKind } from "../ChildRules.js"
import * as Heard from "./heard.js"

export const chargeRequest = (kind: ChargeKind, transaction: CardTransaction, card: AcquirerCard): AcquirerRequest => {
  const { amount, currency } = transaction
  const { key } = lastCharge(transaction)
  return AcquirerRequest.Charge({ key, kind, amount, currency, card, transaction })
}

export const childRequest = (kind: ChildKind, transaction: CardTransaction): AcquirerRequest => {
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

export const payoutRequest = (transaction: CardTransaction, card: AcquirerCard): AcquirerRequest => {
  const { acquirerKey: key, amount, currency } = transaction
  return AcquirerRequest.Payout({ key, amount, currency, card, transaction })
}

const eventOf = (answer: AcquirerAnswer): CardEvent => {
  switch (answer._tag) {
    case "Approved":
      return CardEvent.Approved({ report: answer.report })
    case "Declined":
      return CardEvent.Declined({ reason: answer.reason, report: answer.report })
    case "NoAnswer":
      return CardEvent.NoAnswer()
    case "NotSent":
      return CardEvent.NotDone({})
  }
}

const noAcquirer = Effect.succeed(CardEvent.Declined({ reason: "no-acquirer", report: noReport }))

const cardOf = (request: AcquirerRequest): AcquirerCard | undefined => ("card" in request ? request.card : undefined)

// A host's port may return something that is not an effect.
const effectOf = <A>(made: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.isEffect(made) ? made : Effect.dieMessage("A port answered without an effect")

/** Whether a call counts against its acquirer. */
const isFailure = (answer: AcquirerAnswer): boolean =>
  answer._tag === "NoAnswer" ||
  answer._tag === "NotSent" ||
  (answer._tag === "Declined" && answer.reason === "acquirer-temporary")

const notSent: AcquirerAnswer = { _tag: "NotSent" }

/** Calls acquirers and measures how they do. Any failure on the way is `NoAnswer`, never a decline. Source: D41. */
export const make = Effect.gen(function* () {
  const acquirers = yield* Acquirers
  const lease = yield* Lease
  const health = yield* AcquirerHealth
  const call = yield* calling
  const inTime = bounded(yield* Calls)
  const performed = call("acquirer.perform")
  const asked = call("acquirer.status")

  const acquirerOf = (gatewayId: number | null): AcquirerService | undefined =>
    acquirers.find((acquirer) => acquirer.gatewayId === gatewayId)

  /** Logs what a call has changed about its acquirer's health. */
  const told = <A>(value: A): Effect.Effect<A> => {
    const news = health.news()
    return news === undefined ? Effect.succeed(value) : Effect.as(news, value)
  }

  // A cause may contain the request; only the acquirer's name is safe to log.
  const died = ({ name }: AcquirerService) =>
    Effect.as(Effect.logError(`Acquirer ${name} died during a call`), undefined)

  /** The last lease check before sending: a process that was paused until here does not send. Source: D40. */
  const whileSure = <A>(owner: string, send: Effect.Effect<A>): Effect.Effect<A | AcquirerAnswer> =>
    performed(
      Effect.suspend((): Effect.Effect<A | AcquirerAnswer> => (lease.isSure(owner) ? send : Effect.succeed(notSent)))
    )

  /**
   * Sends a request to an acquirer on behalf of `owner`, the name under which this process holds the job. Has no time
   * limit; the caller sets one.
   */
  const perform =
    (gatewayId: number | null, request: AcquirerRequest) =>
    (owner: string): Effect.Effect<CardEvent> => {
      const acquirer = acquirerOf(gatewayId)
      if (acquirer === undefined) return noAcquirer
      let ended: ((hasFailed: boolean) => void) | undefined
      const send = Effect.suspend(() => {
        ended = health.begin(acquirer.gatewayId)
        return effectOf(acquirer.perform(request))
      })
      return whileSure(owner, send).pipe(
        Effect.catchAllCause((cause) => (cause._tag === "Interrupt" ? Effect.succeed(undefined) : died(acquirer))),
        Effect.flatMap((said) => {
          const answer = Heard.answerOf(said, cardOf(request))
          ended?.(isFailure(answer))
          return told(eventOf(answer))
        })
      )
    }

  /** Queries the outcome of a key. */
  const status = (gatewayId: number | null, key: AcquirerKey): Effect.Effect<Knowledge<CardEvent>> => {
    const acquirer = acquirerOf(gatewayId)
    if (acquirer === undefined) return Effect.succeed("unknown")
    const ask = asked(Effect.suspend(() => effectOf(acquirer.status(key)))).pipe(
      Effect.catchAllCause(() => Effect.succeed(undefined))
    )
    return Effect.flatMap(inTime<unknown>(ask, callLimit, undefined), (said) => {
      const known = Heard.statusOf(said)
      if (known._tag === "Unknown") return told<Knowledge<CardEvent>>("unknown")
      health.reached(acquirer.gatewayId)
      return told<Knowledge<CardEvent>>(known._tag === "NotFound" ? "never-seen" : eventOf(known))
    })
  }

  return { acquirers, acquirerOf, health, perform, status, told }
})

export type Asking = Effect.Effect.Success<typeof make>
