import * as Effect from "effect/Effect"
import { Lease } from "../../due-work/Lease.js"
import type { AcquirerKey } from "../../ids/Ids.js"
import { bounded, Calls } from "../../operations/Calls.js"
import { calling } from "../../store/FaultPoints.js"
import type { SpanName } from "../../tracing/SpanNames.js"
import * as Tracing from "../../tracing/Tracing.js"
import type { Transfer } from "../../transfers/Transfer.js"
import { TransferEvent } from "../../transfers/TransferEvent.js"
import {
  callLimit,
  type TransferAnswer,
  type TransferProvider,
  TransferProviders,
  TransferRequest,
  type TransferStanding,
  type TransferStatus
} from "../../transfers/TransferProvider.js"
import * as Heard from "./heard.js"

/** What the provider is asked for. A proof asks for nothing. */
export const requestOf = (transfer: Transfer): TransferRequest | undefined => {
  const { acquirerKey: key, amount, currency, method, parentUid, recipient, type } = transfer
  const about = { key, amount, currency, transfer }
  switch (type) {
    case "payment":
      return TransferRequest.Payment({ ...about, method })
    case "refund":
      return TransferRequest.Refund({ ...about, parent: parentUid as string as AcquirerKey })
    case "payout":
      return recipient === undefined ? undefined : TransferRequest.Payout({ ...about, ...recipient })
    case "proof":
      return undefined
  }
}

export const eventOf = (standing: TransferStanding): TransferEvent => {
  switch (standing._tag) {
    case "Waiting":
      return TransferEvent.Waiting({ report: standing.report, order: standing.order })
    case "Paid":
      return TransferEvent.Paid({ report: standing.report, amount: standing.amount, paidAt: standing.paidAt })
    case "Rejected":
      return TransferEvent.Rejected({ report: standing.report, reason: standing.reason })
  }
}

const outcomeOf = (answer: TransferAnswer): TransferEvent => {
  switch (answer._tag) {
    case "NoAnswer":
      return TransferEvent.NoAnswer()
    case "NotSent":
      return TransferEvent.NotDone()
    default:
      return eventOf(answer)
  }
}

const notSent: TransferAnswer = { _tag: "NotSent" }

// A host's port may return something that is not an effect.
const effectOf = <A>(made: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.isEffect(made) ? made : Effect.dieMessage("A port answered without an effect")

const spanNameOf = ({ _tag }: TransferRequest): SpanName => `provider ${_tag.toLowerCase() as Lowercase<typeof _tag>}`

const callOf =
  ({ gatewayId, name }: TransferProvider) =>
  (): Tracing.SpanOptions => ({
    kind: "client",
    attributes: { "florin.gateway.id": gatewayId, "florin.provider.name": name }
  })

const answeredAs = (event: TransferEvent): Tracing.Attributes => ({ "florin.answer": event._tag })

/** Calls providers. Any failure on the way is `NoAnswer`, never a refusal. Source: D41. */
export const make = Effect.gen(function* () {
  const providers = yield* TransferProviders
  const lease = yield* Lease
  const call = yield* calling
  const inTime = bounded(yield* Calls)
  const performed = call("provider.perform")
  const asked = call("provider.status")

  const providerOf = (gatewayId: number | null): TransferProvider | undefined =>
    providers.find((provider) => provider.gatewayId === gatewayId)

  // A cause may contain the request; only the provider's name is safe to log.
  const died = ({ name }: TransferProvider) =>
    Effect.as(Effect.logError(`Provider ${name} died during a call`), undefined)

  /**
   * Sends the transfer's request on behalf of `owner`, the name under which this process holds the job. Has no time
   * limit; the caller sets one.
   */
  const perform =
    (transfer: Transfer) =>
    (owner: string): Effect.Effect<TransferEvent> => {
      const provider = providerOf(transfer.gatewayId)
      const request = requestOf(transfer)
      // A provider that was configured away may have taken the request before.
      if (provider === undefined || request === undefined) return Effect.succeed(TransferEvent.NoAnswer())
      // The last lease check before sending: a process that was paused until here does not send. Source: D40.
      const send: Effect.Effect<unknown> = Effect.suspend(() =>
        lease.isSure(owner) ? effectOf<unknown>(provider.perform(request)) : Effect.succeed(notSent)
      )
      const called = performed(send).pipe(
        Effect.catchAllCause((cause) => (cause._tag === "Interrupt" ? Effect.succeed(undefined) : died(provider))),
        Effect.map((said) => outcomeOf(Heard.answerOf(said)))
      )
      return Tracing.traced(spanNameOf(request), called, callOf(provider), answeredAs)
    }

  /** Queries how the transfer stands. */
  const status = ({ acquirerKey, gatewayId }: Transfer): Effect.Effect<TransferStatus> => {
    const provider = providerOf(gatewayId)
    if (provider === undefined) return Effect.succeed({ _tag: "Unknown" })
    const ask = asked(Effect.suspend(() => effectOf<unknown>(provider.status(acquirerKey)))).pipe(
      Effect.catchAllCause(() => Effect.succeed(undefined))
    )
    const answered = Tracing.traced("provider status", inTime(ask, callLimit, undefined), callOf(provider))
    return Effect.map(answered, Heard.statusOf)
  }

  return { providers, perform, status }
})
