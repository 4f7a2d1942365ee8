import * as Effect from "effect/Effect"
import type { AcquirerKey } from "../../ids/Ids.js"
import * as Calls from "../../providers/Calls.js"
import type { SpanName } from "../../tracing/SpanNames.js"
import type { Transfer } from "../../transfers/Transfer.js"
import { TransferEvent } from "../../transfers/TransferEvent.js"
import {
  callLimit,
  type TransferAnswer,
  type TransferProgress,
  type TransferProvider,
  TransferProviders,
  TransferRequest,
  type TransferStatus
} from "../../transfers/TransferProvider.js"
import * as ProviderReplies from "./providerReplies.js"

/** The request that a provider receives for a transfer. A proof has none. */
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

export const eventOf = (current: TransferProgress): TransferEvent => {
  switch (current._tag) {
    case "Waiting":
      return TransferEvent.Waiting({ report: current.report, order: current.order })
    case "Paid":
      return TransferEvent.Paid({ report: current.report, amount: current.amount, paidAt: current.paidAt })
    case "Rejected":
      return TransferEvent.Rejected({ report: current.report, reason: current.reason })
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

const spanNameOf = ({ _tag }: TransferRequest): SpanName => `provider ${_tag.toLowerCase() as Lowercase<typeof _tag>}`

const callee: Calls.Callee = { title: "Provider", attribute: "florin.provider.name" }

/** Calls providers. Any failure on the way is `NoAnswer`, never a refusal. Source: D41. */
export const make = Effect.gen(function* () {
  const providers = yield* TransferProviders
  const calls = yield* Calls.makeCallers
  const send = calls.sending("provider.perform", callee)
  const ask = calls.asking("provider.status", callee, callLimit, { logs: false })

  const providerOf = (gatewayId: number | null): TransferProvider | undefined =>
    providers.find((provider) => provider.gatewayId === gatewayId)

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
      return send(
        provider,
        spanNameOf(request),
        owner,
        () => provider.perform(request),
        (response) => Effect.succeed(outcomeOf(ProviderReplies.answerOf(response)))
      )
    }

  /** Queries how the transfer stands. */
  const status = ({ acquirerKey, gatewayId }: Transfer): Effect.Effect<TransferStatus> => {
    const provider = providerOf(gatewayId)
    if (provider === undefined) return Effect.succeed({ _tag: "Unknown" })
    return Effect.map(
      ask(provider, "provider status", () => provider.status(acquirerKey)),
      ProviderReplies.statusOf
    )
  }

  return { providers, perform, status }
})
