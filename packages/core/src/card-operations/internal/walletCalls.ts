import type * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { AcquirerCard } from "../../cards/Acquirer.js"
import { apply } from "../../cards/CardChange.js"
import type { CardEvent } from "../../cards/CardEvent.js"
import type { CardTransaction } from "../../cards/CardTransaction.js"
import { WalletProvider } from "../../cards/WalletProvider.js"
import { noAnswer, WalletSaveResult } from "../../cards/WalletSaveResult.js"
import * as Calls from "../../providers/Calls.js"
import * as Redaction from "../../redaction/Redaction.js"
import type { Shop } from "../../shops/Shop.js"
import { type AcquirerCalls, cleaned } from "./acquirerCalls.js"

const callee: Calls.Callee = { title: "The wallet provider" }

/** How long a wallet call may delay the commit of an approved charge. */
export const walletLimit = Duration.seconds(5)

const decode = Schema.decodeUnknownOption(Schema.Union(WalletSaveResult, Schema.Literal("not-used")))

/** Validates a wallet's answer; anything malformed becomes no answer. Its texts are shown to merchants. Source: D41. */
const answerOf = (response: unknown, card: AcquirerCard): WalletSaveResult | "not-used" => {
  const answer = Calls.readOr(noAnswer, () => Option.getOrElse(decode(response), () => noAnswer))
  if (answer === "not-used") return answer
  const message = answer.message === null ? null : cleaned(answer.message, card)
  if (answer.status === "successful") {
    const { token } = answer
    return {
      status: "successful",
      message,
      ...(token && { token: Redaction.cardNumberRemovedFromReference(token, card.number) })
    }
  }
  const [error, errorMessage] = [cleaned(answer.error, card), cleaned(answer.errorMessage, card)]
  return {
    status: "failed",
    message,
    error,
    errorMessage,
    errorCode: Redaction.cardNumberRemovedFromReference(answer.errorCode, card.number)
  }
}

// An approval that checks reject, or that came too late, is reversed: its card is not saved.
const succeeds = (transaction: CardTransaction, event: CardEvent, now: DateTime.Utc): boolean =>
  Either.getOrUndefined(apply(transaction, event, now))?.transaction.status === "successful"

/** Saves the card of an approved charge in the customer's wallet. Source: D39. */
export const make = Effect.fnUntraced(function* ({ acquirerOf }: AcquirerCalls) {
  const wallet = yield* WalletProvider
  const save = (yield* Calls.makeCallers).asking("wallet.save", callee, walletLimit, { logs: true })

  const ask = (shop: Shop, transaction: CardTransaction, session: string, card: AcquirerCard) => {
    const saved = save({}, "wallet save", () => wallet.save({ shop, transaction, session, card }))
    return Effect.map(saved, (response) => answerOf(response, card))
  }

  /** Adds the wallet's answer to an approval; undefined when the wallet is not called. */
  return (shop: Shop, transaction: CardTransaction, session: string, card: AcquirerCard, clock: Clock.Clock) => {
    if (acquirerOf(transaction.gatewayId)?.simulated === true && !wallet.simulated) return undefined
    return (event: CardEvent): Effect.Effect<CardEvent> => {
      const now = DateTime.unsafeMake(clock.unsafeCurrentTimeMillis())
      if (event._tag !== "Approved" || !succeeds(transaction, event, now)) return Effect.succeed(event)
      return Effect.map(ask(shop, transaction, session, card), (answer) =>
        answer === "not-used" ? event : { ...event, wallet: answer }
      )
    }
  }
})
