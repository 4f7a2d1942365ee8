/** The kinds of transfers. All of them roll forward: one key is one operation. Source: D40. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ProviderCall } from "../operations/ProviderOperation.js"
import type { ProviderStatus, TransactionKind } from "../operations/TransactionKind.js"
import { VerificationRequests } from "../operations/VerificationRequests.js"
import { type Shop, ShopDirectory } from "../shops/Shop.js"
import { isOver } from "../transfers/TimeToPay.js"
import type { Transfer } from "../transfers/Transfer.js"
import { apply, isRepeated } from "../transfers/TransferChange.js"
import { TransferEvent } from "../transfers/TransferEvent.js"
import { callLimit, type TransferStatus } from "../transfers/TransferProvider.js"
import * as ProviderQueries from "./internal/providerQueries.js"
import { nextQueryAt } from "./QueryTimes.js"
import * as TransferUpdates from "./TransferUpdates.js"
import { writesOf } from "./TransferWrites.js"

/** How transfers are decided, called and queried: the kind that the kernel runs them by. */
export class TransferKinds extends Context.Tag("@florin/core/TransferKinds")<
  TransferKinds,
  {
    /** Payments, refunds and payouts. */
    readonly transfer: TransactionKind<Transfer>
    /** The call behind an accepted transfer. */
    readonly performance: (shop: Shop, transfer: Transfer) => ProviderCall
    /** How a transfer stands at its provider. */
    readonly status: (transfer: Transfer) => Effect.Effect<TransferStatus>
  }
>() {}

/** What a provider's status means for a pending transfer. */
export const knowledgeOf = (
  transfer: Transfer,
  status: TransferStatus,
  now: DateTime.Utc
): ProviderStatus<TransferEvent> => {
  switch (status._tag) {
    case "Unknown":
      return "unknown"
    case "NotFound":
      // Nobody can pay an order that was never opened.
      return isOver(transfer, now) ? TransferEvent.TimePassed({ asOf: now }) : "never-seen"
    case "Waiting": {
      const { asOf = now } = status
      if (isOver(transfer, asOf)) return TransferEvent.TimePassed({ asOf })
      const event = ProviderQueries.eventOf(status)
      return isRepeated(transfer, event) ? "waiting" : event
    }
    case "Paid":
    case "Rejected":
      return ProviderQueries.eventOf(status)
  }
}

/**
 * The meaning of a provider's status for a pending transfer, as of the query: a customer may have paid while a slow
 * answer was on its way.
 */
export const providerStatus = (
  transfer: Transfer,
  ask: Effect.Effect<TransferStatus>
): Effect.Effect<ProviderStatus<TransferEvent>> =>
  Effect.flatMap(DateTime.now, (now) => Effect.map(ask, (status) => knowledgeOf(transfer, status, now)))

/** A merchant that is asked first has 10 seconds more. Source: D20. */
const limitOf = ({ details }: Transfer): Duration.Duration =>
  details.verificationUrl === undefined ? callLimit : Duration.sum(callLimit, Duration.seconds(10))

// An attempt that was never sent, also because the merchant refuses now, says nothing about the earlier one.
const unknownUnlessSent = (event: TransferEvent): TransferEvent =>
  event._tag === "NotDone" || event._tag === "VerificationRefused" ? TransferEvent.NoAnswer() : event

export const make = Effect.gen(function* () {
  const asking = yield* ProviderQueries.make
  const merchant = yield* VerificationRequests
  const shops = yield* ShopDirectory

  /** Asks the merchant first, if the request wants it, and then the provider. */
  const ask =
    (shop: Shop, transfer: Transfer) =>
    (owner: string): Effect.Effect<TransferEvent> => {
      const { verificationUrl } = transfer.details
      const send = asking.perform(transfer)(owner)
      if (verificationUrl === undefined) return send
      return Effect.flatMap(merchant.ask(shop, transfer, verificationUrl), (verdict) =>
        verdict === "refused" ? Effect.succeed(TransferEvent.VerificationRefused()) : send
      )
    }

  return TransferKinds.of({
    transfer: {
      unknownOutcome: "rolls-forward",
      writesOf,
      decide: apply as TransactionKind<Transfer>["decide"],
      status: (transfer) => providerStatus(transfer, asking.status(transfer)),
      inFlightWindow: () => Duration.zero,
      nextQueryAt,
      // The bank has spoken, whoever was asked first: as if it had told it by itself. Source: D28.
      answeredLate: (current, event, context) =>
        event._tag === "Paid" || event._tag === "Rejected"
          ? TransferUpdates.writes(current, event, context)
          : undefined,
      sendAgain: (transfer) => (owner) =>
        Effect.flatMap(
          Effect.orElseSucceed(Effect.flatten(shops.find(transfer.shop)), () => undefined),
          (shop) =>
            shop === undefined
              ? Effect.succeed(TransferEvent.NoAnswer())
              : Effect.map(ask(shop, transfer)(owner), unknownUnlessSent)
        )
    },
    performance: (shop, transfer) => ({ ask: ask(shop, transfer), limit: limitOf(transfer) }),
    status: asking.status
  })
})
